// Looks at a page as a strict visitor would and says, in sentences, what is
// wrong with it. An empty list is a page without a fault.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { FileSystemConfigLoader, HtmlValidate } from "html-validate";
import { isLocal } from "./browser.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Not among these is the target size of WCAG 2.2: the cells of a heatmap and of
// a round strip are small on purpose, and a table beside them has large links.
export const axeOptions = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };
// The dark scheme is the same page in other colours, and only the rules of colour
// can find something there that they did not find in the light one.
const axeColours = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
const validator = new HtmlValidate(new FileSystemConfigLoader());

/**
 * Opens url in a new page of the context and returns the page, with its faults
 * in page.faults: a wrong status, errors in the console or of a script, requests
 * that failed or left for another machine.
 */
export async function open(context, url, { status = 200 } = {}) {
  const page = await context.newPage();
  const faults = (page.faults = []);
  page.on("pageerror", (err) => faults.push(`script error: ${err.message}`));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    // The browser reports the status of an error page itself as an error.
    if (message.location().url === url && status >= 400) return;
    faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("request", (request) => {
    if (!isLocal(request.url())) faults.push(`asks another machine for ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    faults.push(`request failed: ${request.url()}: ${request.failure()?.errorText}`);
  });
  const answer = await page.goto(url, { waitUntil: "load" });
  if (answer.status() !== status) faults.push(`status ${answer.status()}, want ${status}`);
  return page;
}

/** Faults of how the page is laid out and can be used. */
export async function appearance(page) {
  return [...(await overflow(page)), ...(await unstyled(page)), ...(await accessibility(page, axeOptions))];
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
  const violations = await page.evaluate(([where, options]) => window.axe.run(where === "document" ? document : where, options).then((r) => r.violations), [where, rules]);
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map((n) => `${n.target.join(" ")} (${n.failureSummary?.split("\n")[1]?.trim()})`);
    return `axe ${id}: ${help}: ${nodes.length} times, as at ${where.join("; ")}`;
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
  const faults = [];
  const headings = await page.locator("h1").allInnerTexts();
  if (headings.length !== 1) faults.push(`${headings.length} h1 elements, want 1`);
  if (headings.some((h) => h.trim() === "")) faults.push("the h1 is empty");
  if ((await page.title()).trim() === "") faults.push("the title is empty");
  if ((await page.locator("main").count()) !== 1) faults.push("there is not one main element");
  if (!(await page.locator("html").getAttribute("lang"))) faults.push("the html element names no language");
  return faults;
}

/** Faults of the page's JSON twin, which must be there if it is required. */
export async function twin(page, { required }) {
  const links = await page
    .locator('link[rel~="alternate"][type="application/json"]')
    .evaluateAll((all) => all.map((link) => link.href));
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
