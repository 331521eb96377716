/** Whether a host of a URL is this machine: its loopback addresses, or a Unix socket. */
export const isThisMachine = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
