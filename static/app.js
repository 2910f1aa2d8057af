// Progressive enhancement only: every page can be read and used without this
// file. Pages say by attributes what they have:
//   data-copy            a link whose address is copied when it is followed; one
//                        that leaves the page is copied only
//   data-key="x"         a link or button that the key x stands for; with
//                        data-key-text, also a key of the page's own
//   data-steps-next, -prev, data-failed-next, -prev   where j k n p go on; a
//                        value is the id of the step there, if it is not the link's
//   id="step-12"         an element that j and k walk over; data-failed for n and p
//   data-step-url="...{n}"   where step n is when it is not on this page; data-step-last
//                        is the last there is, data-step-size how many a page holds
//   details[data-fold]   stands open without this file; with it, when its content is
//                        what the address names
//   details[data-narrow] stands open, but for a phone with this file
//   input[data-narrows]  narrows the list of that id to what has all typed words; hidden
//                        without this file
//   a[data-picture]      a picture: the arrow keys lead to those beside it

// A classic script, not a module: browsers load no module from a disk.
(() => {
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (tag, props = {}, ...children) => {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
};

/* What happened, for screen readers and for a moment on the page */
const status = make("p", { className: "said", role: "status" });
let clearing;
function say(text) {
  if (!status.isConnected) document.body.append(status);
  status.textContent = text;
  clearTimeout(clearing);
  clearing = setTimeout(() => (status.textContent = ""), 4000);
}

async function copy(text, done, otherwise) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    otherwise();
  }
}

/* Copy links */
const plainly = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-copy]");
  if (!link || !plainly(event)) return;
  const stays = link.href.split("#")[0] === location.href.split("#")[0];
  if (!stays) event.preventDefault();
  copy(link.href, "Link copied", () => stays || (location.href = link.href));
});

/* Copy the command of a call: its lines, or the one that its head has */
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button.cp");
  if (!button) return;
  const call = button.closest(".call");
  const lines = all(":scope > .lns.cmd .ln", call).filter((l) => l.id);
  const text = lines.length ? lines.map((l) => [...l.childNodes].slice(1).map((n) => n.textContent).join("")).join("\n") : call.querySelector(".arg").textContent;
  copy(text, "Command copied", () => say("This browser does not let the site copy"));
});

/* A box that narrows a list; what was chosen in one list leaves its group in the other */
for (const box of all("input[data-narrows]")) {
  const list = document.getElementById(box.dataset.narrows);
  const other = all("select", box.form).find((s) => s !== list);
  const narrow = () => {
    const words = box.value.toLowerCase().split(/\s+/);
    const group = other?.selectedOptions[0]?.parentElement.label;
    for (const g of all("optgroup", list)) {
      for (const o of g.children) {
        const text = `${g.label} ${o.label}`.toLowerCase();
        o.hidden = !words.every((w) => text.includes(w)) || o.value === other?.value;
      }
      g.hidden = (list.name === "b" && group !== undefined && g.label !== group) || [...g.children].every((o) => o.hidden);
      if (g.hidden) for (const o of g.children) o.selected = false;
    }
  };
  box.hidden = false;
  box.addEventListener("input", narrow);
  box.form.addEventListener("change", narrow);
  narrow();
}

/* What is folded where a click can unfold it */
for (const d of all("details[data-fold]")) d.open = false;
for (const d of all("details[data-narrow]")) d.open = !matchMedia("(max-width: 640px)").matches;
document.documentElement.dataset.script = "";
function unfold() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (reveal(named)) (named.closest("details[data-fold]") ?? named).scrollIntoView();
}
function reveal(element) {
  const closed = () => element?.closest("details:not([open])");
  const some = closed();
  for (let d = some; d; d = closed()) d.open = true;
  return some;
}
addEventListener("hashchange", unfold);
unfold();

/* Steps of a trace */
const stepsNow = () => all('[id^="step-"]').filter((e) => /^step-\d+$/.test(e.id));
let steps = stepsNow();
document.addEventListener("steps", () => { // a page that is followed has others now
  const id = steps[here]?.id;
  steps = stepsNow();
  here = steps.findIndex((e) => e.id === id);
});
let here = steps.findIndex((e) => "#" + e.id === location.hash);

function visit(index) {
  const step = steps[index];
  here = index;
  reveal(step);
  history.replaceState(history.state, "", "#" + step.id);
  step.tabIndex = -1;
  step.scrollIntoView({ block: "start" });
  step.focus({ preventScroll: true });
}

// Whether a step is not folded away.
const seen = (e) => e.getClientRects().length > 0;

// Where walking begins: the step that was walked to or, once it has been
// scrolled out of the window, before the first one that is not above it.
function current() {
  const box = (e) => e.getBoundingClientRect();
  if (here >= 0 && box(steps[here]).bottom > 0 && box(steps[here]).top < innerHeight) return here;
  const next = steps.findIndex((e) => seen(e) && box(e).bottom > 0);
  return (next < 0 ? steps.length : next) - 0.5;
}

function walk(direction, wanted) {
  const from = current();
  const list = steps.map((e, i) => i).filter((i) => wanted(steps[i]) && (direction > 0 ? i > from : i < from));
  const to = direction > 0 ? list[0] : list.at(-1);
  if (to !== undefined) return visit(to);
  const what = wanted === failed ? "failed" : "steps";
  const name = `data-${what}-${direction > 0 ? "next" : "prev"}`;
  const more = document.querySelector(`a[${name}]`);
  const id = more?.getAttribute(name);
  if (more) location.href = id ? more.href.split("#")[0] + "#" + id : more.href;
  else say(`No ${direction > 0 ? "later" : "earlier"} ${what === "failed" ? "failure" : "step"}`);
}

// Where a step is that is in another window; nothing if the trace has none such.
function elsewhere(number) {
  const trace = document.querySelector("[data-step-url]")?.dataset;
  if (trace && number > 0 && number <= +trace.stepLast) return trace.stepUrl.replaceAll("{n}", number);
}

function goTo(number) {
  const index = steps.findIndex((e) => e.id === "step-" + number);
  if (index >= 0) return visit(index);
  const url = elsewhere(number);
  if (url) location.href = url;
  else say("There is no step " + number);
}

// The server is not told what follows the # of an address, so it cannot know that
// the step there is in another window. A window of long steps ends early: what should
// be in this one is in the next, and asking again would come back here.
function fetchStep() {
  const number = +/^#step-(\d+)/.exec(location.hash)?.[1];
  const first = +steps[0]?.id.slice("step-".length);
  const size = +document.querySelector("[data-step-url]")?.dataset.stepSize;
  if (!size || !number || number >= first && number < first + size) return;
  const url = elsewhere(number);
  if (url) location.replace(url);
}
addEventListener("hashchange", fetchStep);
fetchStep();

function fold() {
  const root = steps[Math.round(current())] ?? document.querySelector("main");
  const folds = all("details", root);
  const open = folds.some((d) => !d.open);
  for (const d of folds) d.open = open;
  if (!folds.length) say("Nothing is folded here");
}

/* Pictures of a trace: the arrow keys walk over them, where one has the focus
   and in the dialog in which one is opened. Without this file a picture is a link. */
const pictures = all("a[data-picture]");
let frame;
function turn(index) {
  const picture = pictures[index];
  if (!picture) return say(index < 0 ? "This is the first picture" : "This is the last picture");
  if (!frame?.open) return picture.focus();
  const image = picture.querySelector("img");
  frame.dataset.at = index;
  frame.querySelector("img").replaceWith(make("img", { src: image.src, alt: image.alt }));
  frame.querySelector("p").textContent = `Picture ${index + 1} of ${pictures.length} on this page: ${image.alt}`;
}
function openPicture(picture) {
  if (!frame) {
    frame = make("dialog", { className: "picture" }, make("p", { id: "picture-name" }), make("img", { alt: "" }),
      make("form", { method: "dialog" }, make("button", {}, "Close")));
    frame.setAttribute("aria-labelledby", "picture-name");
    frame.addEventListener("close", () => pictures[+frame.dataset.at]?.focus());
    document.body.append(frame);
  }
  frame.showModal();
  turn(pictures.indexOf(picture));
}
document.addEventListener("click", (event) => {
  const picture = event.target.closest?.("a[data-picture]");
  if (!picture || !plainly(event)) return;
  event.preventDefault();
  openPicture(picture);
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = frame?.open ? +frame.dataset.at : pictures.indexOf(event.target.closest?.("a[data-picture]"));
  if (at < 0) return;
  event.preventDefault();
  turn(at + step);
});

/* Keys. Each says when the page has something for it, so that the help lists
   only what works here. */
const press = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);
const failed = (e) => "failed" in e.dataset;
const searchField = () => document.querySelector('main input[type="search"]') ?? document.querySelector('input[type="search"]');
const keys = {
  j: ["next step", () => steps.length, () => walk(1, seen)],
  k: ["previous step", () => steps.length, () => walk(-1, seen)],
  n: ["next failed step", () => steps.length, () => walk(1, failed)],
  p: ["previous failed step", () => steps.length, () => walk(-1, failed)],
  g: ["then a number and Enter: that step", () => steps.length, () => ask()],
  y: ["copy the link to the step", () => steps.length, () => steps[Math.round(current())]?.querySelector("a[data-copy]")?.click()],
  o: ["open or close what is folded", () => document.querySelector("main details"), fold],
  "[": ["previous round", () => press("["), () => press("[").click()],
  "]": ["next round", () => press("]"), () => press("]").click()],
  c: ["compare", () => press("c"), () => press("c").click()],
  "/": ["search", () => searchField(), () => searchField().focus()],
  "?": ["this help", () => true, () => help()],
};

let digits = null; // what has been typed after g
let waiting;
function ask() {
  digits = "";
  say("Step number, then Enter");
  clearTimeout(waiting);
  waiting = setTimeout(() => (digits = null), 5000);
}

function typed(key) {
  if (/^\d$/.test(key)) say("Step " + (digits += key));
  else {
    const number = digits;
    digits = null;
    if (key === "Enter" && number) goTo(+number);
  }
}

const store = "clawatlas-keys";
const off = () => {
  try {
    return localStorage.getItem(store) === "off";
  } catch {
    return false;
  }
};

let dialog;
function help() {
  dialog?.remove();
  const list = make("dl", { className: "defs" });
  const line = (key, text) => list.append(make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)));
  for (const [key, [text, has]] of Object.entries(keys)) if (has()) line(key, text);
  for (const e of all("[data-key-text]")) line(e.dataset.key, e.dataset.keyText);
  const tick = make("input", { type: "checkbox", checked: !off() });
  tick.addEventListener("change", () => {
    try {
      localStorage.setItem(store, tick.checked ? "on" : "off");
    } catch {}
  });
  dialog = make("dialog", { className: "help" },
    make("h2", { id: "keys-title" }, "Keys on this page"), list,
    make("p", {}, make("label", { className: "check" }, tick, " Keys are on")),
    make("form", { method: "dialog" }, make("button", {}, "Close")));
  dialog.setAttribute("aria-labelledby", "keys-title");
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (dialog?.open || target.closest?.('input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]')) return;
  if (digits !== null && key !== "Shift") {
    event.preventDefault();
    return typed(key);
  }
  const own = press(key);
  const entry = Object.hasOwn(keys, key) && keys[key][1]() ? keys[key] : own?.dataset.keyText && ["", () => true, () => own.click()];
  if (!entry || (off() && key !== "?")) return;
  event.preventDefault();
  entry[2]();
});

// The footer's hint works as a button where there is a script.
const hint = document.querySelector("footer.site ul");
if (hint) {
  const button = make("button", { type: "button", className: "plain" }, "Keys: ?");
  button.addEventListener("click", help);
  hint.append(make("li", {}, button));
}
})();
