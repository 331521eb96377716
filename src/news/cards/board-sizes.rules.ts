/** Stories shown as cards; the first one is large. */
export const gridSize = 4;

/** Stories listed below the cards; older ones are on the category page. */
export const listSize = 8;
export const boardSize = gridSize + listSize;
