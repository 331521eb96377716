/** Where the API is, and what its paths to pictures and files are appended to. */
export const apiHost = '/api';
