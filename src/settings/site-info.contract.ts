/** Name and contacts of the newspaper, as set by its administrator. */
export interface SiteInfo {
  name: string;
  /** The name in the script of the page's language; a name that an administrator has set is shown as it is. */
  nameplate: string;
  /** Empty for the default text of the message catalogue. */
  motto: string;
  phone: string;
  email: string;
  address: string;
  /** URLs; an unset one is shown as an icon without a link. */
  social: { facebook: string; x: string; instagram: string; youtube: string };
}
