// Only on the search page of a site of files: finds in the index that stands beside the
// page, as scripts, because browsers let no page of a disk read another file. A shard
// gives what holds a word: "titles|texts", numbers of documents as differences in base 36.
(() => {
"use strict";

const place = document.getElementById("found");
const here = new URL(".", document.baseURI);
const PAGE = 20, BLOCK = 256, SHARDS = 256, WORD = 40;

/* Words, cut as the export cuts them */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const lower = (s) => Array.from(s, (c) => Array.from(c.toLowerCase())[0]);
function words(text) {
  const list = new Set();
  for (const [run] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    let plain = [], chars = [];
    const flush = () => {
      if (plain.length && plain.length <= WORD) list.add(plain.join(""));
      if (chars.length === 1) list.add(chars[0]);
      for (let i = 0; i + 1 < chars.length; i++) list.add(chars[i] + chars[i + 1]);
      plain = [], chars = [];
    };
    for (const c of lower(run)) {
      const cjk = CJK.test(c);
      if (cjk ? plain.length : chars.length) flush();
      (cjk ? chars : plain).push(c);
    }
    flush();
  }
  return [...list];
}

function shardOf(word) {
  let h = 0x811c9dc5;
  for (const b of new TextEncoder().encode(word)) h = Math.imul(h ^ b, 0x01000193);
  return (h >>> 0) % SHARDS;
}

/* Files of the index */
const shards = new Map(), blocks = new Map(), loads = new Map();
window.clawatlasWords = (n, list) => shards.set(n, new Map(Object.entries(list)));
window.clawatlasDocs = (n, list) => blocks.set(n, list);
function load(name) {
  if (!loads.has(name)) loads.set(name, new Promise((done) => {
    const script = document.createElement("script");
    script.src = new URL(name, here);
    script.onload = script.onerror = done; // a shard without words has no file
    document.head.append(script);
  }));
  return loads.get(name);
}

function numbers(text) {
  let n = 0;
  return text ? text.split(" ").map((d) => (n += parseInt(d, 36))) : [];
}
async function holding(word) {
  const n = shardOf(word);
  await load(`words-${n}.js`);
  const [titles, texts] = (shards.get(n)?.get(word) ?? "|").split("|").map(numbers);
  return { titles: new Set(titles), all: new Set([...titles, ...texts]) };
}

/* What holds all the words: those with more of them in the title first */
async function find(line) {
  const asked = words(line);
  const held = await Promise.all(asked.map(holding));
  if (!held.length) return [];
  const [first, ...rest] = held.sort((a, b) => a.all.size - b.all.size);
  const hits = [...first.all].filter((d) => rest.every((h) => h.all.has(d)));
  const inTitle = (d) => held.filter((h) => h.titles.has(d)).length;
  return hits.map((d) => [d, inTitle(d)]).sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([d]) => d);
}

const make = (tag, text = "", props = {}) => Object.assign(document.createElement(tag), { textContent: text }, props);
async function show(hits, from) {
  const part = hits.slice(from, from + PAGE);
  await Promise.all(part.map((d) => load(`docs-${Math.floor(d / BLOCK)}.js`)));
  const list = place.querySelector("ol") ?? make("ol", "", { className: "hits" });
  for (const d of part) {
    const [file, title, text] = blocks.get(Math.floor(d / BLOCK))?.[d % BLOCK] ?? [];
    if (!file) continue;
    const item = make("li");
    const head = make("div", "", { className: "where" });
    head.append(make("a", title, { href: new URL("../" + file, here) }));
    item.append(head, make("p", text));
    list.append(item);
  }
  place.querySelector("button")?.remove();
  if (!list.isConnected) place.append(list);
  const left = hits.length - from - part.length;
  if (left > 0) {
    const more = make("button", `${Math.min(PAGE, left)} more of ${hits.length}`, { type: "button" });
    more.addEventListener("click", () => show(hits, from + PAGE));
    place.append(more);
  }
}

const line = (new URLSearchParams(location.search).get("q") ?? "").trim();
for (const input of document.querySelectorAll('input[name="q"]')) input.value = line;
place.replaceChildren(make("p", line ? "Searching…" : "Every page that has all of the words is found.", { className: "note" }));
if (line) find(line).then(async (hits) => {
  place.firstChild.textContent = hits.length === 1 ? "1 page has all of the words." : `${hits.length || "No"} pages have all of the words.`;
  await show(hits, 0);
});

window.clawatlasSearch = { words, shardOf }; // for tests
})();
