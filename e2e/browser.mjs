// Starts Debian's Chromium and makes the contexts in which pages are looked at.
import { availableParallelism } from "node:os";
import { chromium } from "playwright-core";

// A test machine has no way out, and a browser that phones home there waits for
// refusals; as root it cannot use its sandbox.
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A request for another machine fails before it leaves. Routes of the context would do
  // that too, but with them a browser keeps no file, and each request passes through here.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

const how = (env) => ({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags, env: { ...process.env, ...env } });

/**
 * Gives a browser: that of E2E_BROWSER, if there is one and no variable is wanted in
 * its environment, and else a new one. The caller closes it, of a shared one its part.
 */
export function launch(env) {
  const shared = process.env.E2E_BROWSER;
  return shared && !env ? chromium.connect(shared) : chromium.launch(how(env));
}

/** Starts the browser that the files of a run share. The caller closes it. */
export function launchServer() {
  return chromium.launchServer(how());
}

/** How many pages a file looks at at the same time, beside another file: each is a process of its own, and so is the site. */
export const atOnce = Math.max(2, Math.min(6, availableParallelism()));

/** The two widths that every page must work at. */
export const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

/** The two colour schemes that every page must work in. */
export const schemes = ["light", "dark"];

/** Tells whether a request for url stays on this machine. */
export function isLocal(url) {
  const { protocol, hostname } = new URL(url);
  return !/^(https?|wss?):$/.test(protocol) || hostname === "127.0.0.1";
}

/** Makes a fresh context, as of a visitor who was never here. */
export async function visitor(browser, { size = sizes[0], scheme = "light", script = true, ...more } = {}) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    javaScriptEnabled: script,
    reducedMotion: "reduce",
    hasTouch: size.width < 600,
    ...more,
  });
  context.setDefaultTimeout(30_000);
  return context;
}
