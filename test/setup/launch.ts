/** How Chromium is started: what is at `path`, else at CHROMIUM_PATH, else Playwright's own. */
export function launch(path = process.env.CHROMIUM_PATH) {
  return {
    ...(path && { executablePath: path }),
    // Without these a browser as root does not start, and one without a network waits for hosts of its vendor.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
