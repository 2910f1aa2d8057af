// Looks at a page as a strict visitor would and says, in sentences, what is
// wrong with it. An empty list is a page without a fault.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { isLocal } from "./browser.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Not among these is the target size of WCAG 2.2: the cells of a heatmap and of
// a round strip are small on purpose, and a table beside them has large links.
export const axeOptions = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };
// The dark scheme is the same page in other colours, and only the rules of colour
// can find something there that they did not find in the light one.
const axeColours = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(path.join(import.meta.dirname, ".htmlvalidate.json"), "utf8"))));

/**
 * Opens url in a new page of the context and returns the page, with its faults
 * in page.faults: a wrong status, errors in the console or of a script, requests
 * that failed or left for another machine.
 */
export async function open(context, url, kind = {}) {
  return visit(await watched(context), url, kind);
}

/** Gives axe to the pages of a context as they open: where all are looked at that is sooner than to send it to each. */
export function withAxe(context) {
  return context.addInitScript(axeSource);
}

/** A new page that keeps what goes wrong in the faults of its latest visit. */
export async function watched(context) {
  const page = await context.newPage();
  page.on("pageerror", (err) => page.faults.push(`script error: ${err.message}`));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    // The browser reports the status of an error page itself as an error.
    if (message.location().url === page.asked && page.wanted >= 400) return;
    page.faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("request", (request) => {
    page.requests.add(request);
    if (!isLocal(request.url())) page.faults.push(`asks another machine for ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    if (page.requests.has(request)) page.faults.push(`request failed: ${request.url()}: ${request.failure()?.errorText}`);
  });
  return page;
}

/** Goes to url on a page that is watched, as open does. A page that is left gives up its requests. */
export async function visit(page, url, { status = 200 } = {}) {
  Object.assign(page, { faults: [], requests: new WeakSet(), asked: url, wanted: status });
  const answer = await page.goto(url, { waitUntil: "load" });
  if (answer.status() !== status) page.faults.push(`status ${answer.status()}, want ${status}`);
  return page;
}

/** Faults of how the page is laid out. */
export async function layout(page) {
  return [...(await overflow(page)), ...(await unstyled(page))];
}

/** Faults of how the page can be used. */
export function usage(page) {
  return accessibility(page, axeOptions);
}

/** Faults that only another scheme can have: those of its colours. */
export async function colours(page) {
  return [...(await unstyled(page)), ...(await accessibility(page, axeColours))];
}

/** Says whether the page is wider than its window, and by what. */
export async function overflow(page) {
  const { wide, room, culprits } = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    const culprits = [...document.body.querySelectorAll("*")]
      .filter((e) => e.getBoundingClientRect().right > room + 1 && !e.parentElement.closest(".tw"))
      .slice(0, 3)
      .map((e) => e.cloneNode(false).outerHTML.slice(0, 160));
    return { wide, room, culprits };
  });
  if (wide <= room) return [];
  return [`the page is ${wide} px wide in a window of ${room} px, by ${culprits.join(" ")}`];
}

/**
 * Shapes that no rule of the sheet and no attribute colours, which a browser fills
 * with black: no token is.
 */
export async function unstyled(page) {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll("svg :is(rect, path, circle, text)")]
      .filter((e) => getComputedStyle(e).fill === "rgb(0, 0, 0)" && e.getClientRects().length > 0 && !e.closest("[fill], defs, clipPath"))
      .filter((e) => e.getBBox().width > 0 && e.getBBox().height > 0) // a line has no inside
      .map((e) => `${e.parentElement.cloneNode(false).outerHTML.slice(0, 80)} ${e.outerHTML.slice(0, 80)}`),
  );
  return found.slice(0, 3).map((e) => `black because nothing colours it: ${e}`);
}

/** Faults that axe finds by its options, in all of the page or in a part of it. */
export async function accessibility(page, rules, where = "document") {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // Only the violations leave the page: all results would be megabytes, and
  // take longer than the checks.
  const options = { ...rules, resultTypes: ["violations"] };
  const violations = await page.evaluate(([where, options]) => window.axe.run(where === "document" ? document : where, options).then((r) => r.violations), [where, options]);
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map((n) => `${n.target.join(" ")} (${n.failureSummary?.split("\n")[1]?.trim()})`);
    return `axe ${id}: ${help}: ${nodes.length} times, as at ${where.join("; ")}`;
  });
}

/**
 * Takes out of the page what stands there more than twice alike but for its words
 * and addresses, as rows and steps do: axe, whose time is that of the whole document,
 * finds the same fault in each of them. Cells, headings and what others name stay.
 */
export function thin(page) {
  return page.evaluate(() => {
    const told = new Set(["class", "role", "type", "tabindex", "scope", "style", "fill", "lang", "aria-hidden", "aria-current"]);
    const named = new Set();
    for (const how of ["for", "headers", "list", "aria-labelledby", "aria-describedby", "aria-controls"]) {
      for (const e of document.querySelectorAll(`[${how}]`)) e.getAttribute(how).split(" ").forEach((id) => named.add(id));
    }
    const form = (e) => {
      let stays = named.has(e.id) || /^h\d$/.test(e.localName);
      const seen = new Map();
      const forms = [];
      for (const child of [...e.childNodes]) {
        if (child.nodeType === 3 && child.data.trim()) forms.push("words");
        if (child.nodeType !== 1) continue;
        const of = form(child);
        stays ||= of.stays;
        const n = (seen.get(of.text) ?? 0) + 1;
        seen.set(of.text, n);
        if (n > 2 && !of.stays && !e.matches("tr, colgroup")) child.remove();
        else forms.push(of.text);
      }
      const attributes = [...e.attributes].map(({ name, value }) => `${name}=${told.has(name) ? value : value !== ""}`);
      return { stays, text: `<${e.localName} ${attributes.join(" ")}>${forms.join("")}</>` };
    };
    form(document.body);
  });
}

/** Faults of the HTML as the server sent it. */
export async function markup(html) {
  const report = await validator.validateString(html, path.join(import.meta.dirname, "page.html"));
  const messages = report.results.flatMap((r) => r.messages);
  return messages
    .slice(0, 10)
    .map((m) => `html ${m.line}:${m.column} ${m.message} [${m.ruleId}]`)
    .concat(messages.length > 10 ? [`html: ${messages.length - 10} more faults`] : []);
}

/** Faults of the page's head and headings. */
export async function outline(page) {
  const { headings, title, mains, lang } = await page.evaluate(() => ({
    headings: [...document.querySelectorAll("h1")].map((h) => h.innerText.trim()),
    title: document.title,
    mains: document.querySelectorAll("main").length,
    lang: document.documentElement.lang,
  }));
  const faults = [];
  if (headings.length !== 1) faults.push(`${headings.length} h1 elements, want 1`);
  if (headings.includes("")) faults.push("the h1 is empty");
  if (title.trim() === "") faults.push("the title is empty");
  if (mains !== 1) faults.push("there is not one main element");
  if (!lang) faults.push("the html element names no language");
  return faults;
}

/** Faults of the page's JSON twin, which must be there if it is required. */
export async function twin(page, { required }) {
  const links = await page.evaluate(() => [...document.querySelectorAll('link[rel~="alternate"][type="application/json"]')].map((link) => link.href));
  if (links.length === 0) return required ? ['no <link rel="alternate" type="application/json">'] : [];
  const faults = [];
  for (const href of links) faults.push(...(await answersJSON(href)));
  return faults;
}

async function answersJSON(href) {
  const answer = await fetch(href, { redirect: "manual" });
  if (answer.status !== 200) return [`JSON twin ${href} answers ${answer.status}`];
  const type = answer.headers.get("content-type") ?? "nothing";
  if (!/^application\/json\b/.test(type)) return [`JSON twin ${href} is sent as ${type}`];
  try {
    const value = JSON.parse(await answer.text());
    return value && typeof value === "object" ? [] : [`JSON twin ${href} is not an object`];
  } catch (err) {
    return [`JSON twin ${href}: ${err.message}`];
  }
}

/** Faults of the text for those who read the page without its script: html is the page as it was sent. */
export async function withoutScript(page, html) {
  const [withIt, without] = [await mainText(page), await mainText(page, html)];
  if (without.length === 0) return ["without JavaScript the main element is empty"];
  if (withIt === without) return [];
  let at = 0;
  while (withIt[at] === without[at]) at++;
  const cut = (text) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 60));
  return [`the text differs without JavaScript: ${cut(without)} instead of ${cut(withIt)}`];
}

// The words of the main element, of the page as it is or of the HTML, without what
// the page's script has added to it, which carries data-enhanced.
function mainText(page, html) {
  return page.evaluate((html) => {
    const from = html === undefined ? document : new DOMParser().parseFromString(html, "text/html");
    const main = from.querySelector("main")?.cloneNode(true);
    main?.querySelectorAll("[data-enhanced], script, template, noscript").forEach((e) => e.remove());
    return (main?.textContent ?? "").replace(/\s+/g, " ").trim();
  }, html);
}
