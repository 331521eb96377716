/** Folder of a story's preview picture; outdated ones are deleted. */
export const shareFolder = (id: number): string => `share/${id}/`;
