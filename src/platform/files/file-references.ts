/**
 * The stored files that rows refer to, as a SELECT of their keys. `open/<name>` also means `withheld/<name>`: a file is
 * in one of the two folders. A slice declares it beside its tables; files that are made again when they are missing
 * need not be in it.
 */
export type FileReferences = string;
