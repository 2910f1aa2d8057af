// Only on pages of `clawatlas view`, whose records grow under the reader. The page asks
// every second whether it is still the same and takes over what differs, and nothing else: what the reader has opened stays open, what they look at
// stays where it is, and the focus stays. It runs before app.js, so that it sees the page
// as it was sent.
(() => {
"use strict";

const parser = new DOMParser();
let was = document.documentElement.cloneNode(true); // what the page shows, as it was sent
const PAGES = 10; // windows that a page grows by before it leads on by a link

/* What happened, for screen readers and for a moment on the page */
const status = document.createElement("p");
status.className = "said";
status.setAttribute("role", "status");
document.body.append(status);
let clearing;
function say(text) {
  status.textContent = text;
  clearTimeout(clearing);
  clearing = setTimeout(() => (status.textContent = ""), 6000);
}

const STEP = '[id^="step-"].stp';
const stepsOf = (root) => [...root.querySelectorAll(STEP)];
const total = (root) => Number(root.querySelector("[data-step-last]")?.dataset.stepLast ?? 0);
const nextOf = (root) => root.querySelector("a[data-steps-next]");
// A page with the last step goes on growing; one in the middle of a trace stays.
const grows = !nextOf(was);

let etag = ""; // of the page as it was fetched last

async function get(url, headers) {
  const answer = await fetch(url, { headers });
  if (answer.status === 304) return null;
  if (!answer.ok) throw new Error(answer.status);
  if (headers) etag = answer.headers.get("ETag") ?? "";
  if (answer.redirected && url === here()) history.replaceState(history.state, "", answer.url + location.hash);
  return parser.parseFromString(await answer.text(), "text/html").documentElement;
}

const here = () => location.href.split("#")[0];

// Takes away what is true of one window alone.
function ofWindow(now) {
  now.querySelector("nav.pager > span")?.remove();
  const lead = now.querySelector("#trace")?.parentElement.querySelector("#trace ~ p");
  if (lead) lead.textContent = lead.textContent.replace(/ Steps [^.]* are on this page\./, "");
}

// The page as it is now, with the windows that have come after it; null if it is the same.
async function fetchNow() {
  const now = await get(here(), { "If-None-Match": etag });
  if (!now) return null;
  const list = stepsOf(now).at(-1)?.parentElement;
  for (let n = 0, next = nextOf(now); grows && list && next && n < PAGES; n++) {
    const more = await get(new URL(next.getAttribute("href"), location.href).href);
    list.append(...stepsOf(more));
    const pager = more.querySelector("nav.pager");
    now.querySelector("nav.pager")?.replaceWith(pager);
    ofWindow(now);
    next = nextOf(pager);
  }
  return now;
}

/* Taking over what differs. `old` is what `live` was made from; both have the same
   elements in the same places. */
const key = (e) => e.id || e.tagName + "." + e.className;
const holds = (e) => e.tagName === "MAIN" || e.querySelector(STEP) !== null;

function merge(live, old, now) {
  if (old.isEqualNode(now)) return;
  if (!(holds(old) && holds(now)) || live.matches(STEP)) return swap(live, now);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) live.setAttribute(name, value);
  const left = [...live.children].map((e, i) => ({ e, old: old.children[i] })).filter((x) => x.old);
  let at = null;
  for (const child of now.children) {
    const i = left.findIndex((x) => key(x.old) === key(child));
    if (i < 0) {
      const fresh = document.importNode(child, true);
      for (const d of fresh.querySelectorAll("details[data-fold]")) d.open = false;
      if (at) at.after(fresh);
      else live.prepend(fresh);
      at = fresh;
      continue;
    }
    const [x] = left.splice(i, 1);
    at = merge(x.e, x.old, child) ?? x.e;
  }
  for (const x of left) x.e.remove();
}

// Puts another element in the place of one, with its folds as the reader left them and
// with the focus.
function swap(live, now) {
  const fresh = document.importNode(now, true);
  const folds = live.querySelectorAll("details");
  fresh.querySelectorAll("details").forEach((d, i) => {
    if (folds[i]) d.open = folds[i].open;
  });
  const focused = live.contains(document.activeElement) ? [...live.querySelectorAll("*")].indexOf(document.activeElement) : -2;
  const id = document.activeElement?.id;
  if (live.tabIndex === -1 && live.hasAttribute("tabindex")) fresh.tabIndex = -1;
  live.replaceWith(fresh);
  if (focused !== -2) {
    const target = (id && document.getElementById(id)) || (focused < 0 ? fresh : fresh.querySelectorAll("*")[focused]);
    target?.focus({ preventScroll: true });
  }
  return fresh;
}

/* What the reader looks at */
function place() {
  const steps = stepsOf(document);
  const last = steps.at(-1);
  if (grows && last && last.getBoundingClientRect().bottom <= innerHeight + 8 && scrollY > 0) return null; // at the end
  const mark = steps.find((e) => e.getBoundingClientRect().bottom > 0);
  return mark && { id: mark.id, top: mark.getBoundingClientRect().top };
}

function keep(seen) {
  if (seen === null) {
    stepsOf(document).at(-1)?.scrollIntoView({ block: "end" });
    return;
  }
  const mark = seen && scrollY > 0 && document.getElementById(seen.id);
  if (mark) scrollBy(0, mark.getBoundingClientRect().top - seen.top);
}

async function refresh() {
  const now = await fetchNow();
  if (!now || was.querySelector("main").isEqualNode(now.querySelector("main"))) return;
  const before = total(was);
  const seen = place();
  document.documentElement.style.overflowAnchor = "none";
  merge(document.querySelector("main"), was.querySelector("main"), now.querySelector("main"));
  keep(seen);
  document.documentElement.style.overflowAnchor = "";
  document.title = now.querySelector("title").textContent;
  was = now;
  document.dispatchEvent(new Event("steps"));
  const more = total(now) - before;
  say(more > 0 ? `${more} new ${more === 1 ? "step" : "steps"}` : "The page has been brought up to date");
}

/* A page that nobody sees asks nothing. */
let ended = 0; // times in a row that nothing answered
async function ask() {
  if (!document.hidden) {
    try {
      await refresh();
      ended = 0;
    } catch (error) {
      etag = "";
      if (error instanceof TypeError && ++ended > 3) status.textContent = "No longer followed: clawatlas view has ended";
      else say("The page could not be brought up to date");
    }
  }
  setTimeout(ask, 1000);
}
ask();
})();
