/** The one muted tint each section of the paper may use beside ink, paper and red. */
export const OCHRE = '#d9a441';
export const SLATE = '#3f5d73';
export const TEAL = '#2f6f73';
export const MOSS = '#76834a';
export const SEA = '#6aa193';
export const PLUM = '#7a587f';
export const SKY = '#6d93b5';
export const COPPER = '#c7904f';
