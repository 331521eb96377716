/** Base path of the API, and of its pictures and files. */
export const apiHost = '/api';
