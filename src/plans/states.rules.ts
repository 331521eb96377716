// The states and territories of India by GST code (the first two digits of a GSTIN), with their names on tax invoices.

import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import { isUtr } from './plans.rules.ts';

export const states: Readonly<Record<string, string>> = {
  '35': 'Andaman and Nicobar Islands',
  '37': 'Andhra Pradesh',
  '12': 'Arunachal Pradesh',
  '18': 'Assam',
  '10': 'Bihar',
  '04': 'Chandigarh',
  '22': 'Chhattisgarh',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '30': 'Goa',
  '24': 'Gujarat',
  '06': 'Haryana',
  '02': 'Himachal Pradesh',
  '01': 'Jammu and Kashmir',
  '20': 'Jharkhand',
  '29': 'Karnataka',
  '32': 'Kerala',
  '38': 'Ladakh',
  '31': 'Lakshadweep',
  '23': 'Madhya Pradesh',
  '27': 'Maharashtra',
  '14': 'Manipur',
  '17': 'Meghalaya',
  '15': 'Mizoram',
  '13': 'Nagaland',
  '21': 'Odisha',
  '34': 'Puducherry',
  '03': 'Punjab',
  '08': 'Rajasthan',
  '11': 'Sikkim',
  '33': 'Tamil Nadu',
  '36': 'Telangana',
  '16': 'Tripura',
  '09': 'Uttar Pradesh',
  '05': 'Uttarakhand',
  '19': 'West Bengal',
};

/** Names of the states in alphabetical order. */
export const stateNames = Object.values(states).sort();

/** GST code of a state by its name; undefined for unknown names. */
export const stateCode = (name: string): string | undefined =>
  Object.keys(states).find((code) => states[code] === name.trim());

// Union territories without a legislature, which levy UTGST. Delhi, Puducherry, and Jammu and Kashmir levy SGST.
const territories = ['04', '26', '31', '35', '38'];

export type TaxHead = 'IGST' | 'CGST' | 'SGST' | 'UTGST';

/** Tax heads of a service: IGST between states, CGST and SGST or UTGST within one (IGST Act, sections 7 and 8). */
export const taxHeads = (sellerCode: string, placeCode: string): TaxHead[] =>
  sellerCode === placeCode ? ['CGST', territories.includes(placeCode) ? 'UTGST' : 'SGST'] : ['IGST'];

/** What a reader enters beside the plan when he declares a payment. */
export interface PaymentDetails {
  utr: string;
  state: string;
  pin: string;
}

/**
 * Validates the details of a payment, in the order of the form. A tax invoice for an online service must have the
 * buyer's state and PIN code (rule 46, proviso to clause f).
 */
export function checkDetails(
  { utr, state, pin }: PaymentDetails,
  asksState: boolean,
): ValidationErrors<keyof PaymentDetails> {
  const errors: ValidationErrors<keyof PaymentDetails> = {};
  if (utr.trim() && !isUtr(utr.trim())) errors.utr = { key: 'plans.utrInvalid' };
  if (!asksState) return errors;
  if (!stateCode(state)) errors.state = { key: state.trim() ? 'errors.invalidField' : 'errors.required' };
  if (!/^\d{6}$/.test(pin.trim())) errors.pin = { key: 'plans.pinInvalid' };
  return errors;
}
