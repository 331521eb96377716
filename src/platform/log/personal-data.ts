const words = /[^\s<>"'()]+/g;
const afterHost = /(:\/\/[^\s/?#]+)[/?#]\S*/g; // https://hub.example/?secret=x: a path may contain a token
const longNumber = /\+?\d[\d ()-]{7,}\d/g; // +91 98765 43210

/**
 * An error's message as it may be logged and stored: without e-mail addresses, passwords in URLs, what follows the host
 * of a URL, and long numbers.
 */
export const withoutPersonalData = (message: string): string =>
  message
    // asha@example.org, smtp://user:password@mail.example
    .replaceAll(words, (word) => (word.includes('@') ? '…' : word))
    .replaceAll(afterHost, '$1')
    .replaceAll(longNumber, '…');
