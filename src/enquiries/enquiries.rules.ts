// Enquiries of prospective students: name, contact and programme. Stored only with consent; deleted some time after
// they are answered.

import { checkUserForm, type UserForm } from '#src/accounts/users/users.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';

/** Programmes to enquire about, in the order of the prospectus. */
export const programmes = [
  'mass_communication',
  'journalism',
  'media_technology',
  'industrial_design',
  'communication_design',
  'aerospace_design',
  'online',
] as const;
export type Programme = (typeof programmes)[number];

export const programmeText: Record<Programme, TextKey> = {
  mass_communication: 'enquiries.massCommunication',
  journalism: 'enquiries.journalism',
  media_technology: 'enquiries.mediaTechnology',
  industrial_design: 'enquiries.industrialDesign',
  communication_design: 'enquiries.communicationDesign',
  aerospace_design: 'enquiries.aerospaceDesign',
  online: 'enquiries.online',
};

/** State of an enquiry. A `new` one is never deleted by age. */
export const enquiryStates = ['new', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

export const enquiryStateText: Record<EnquiryState, TextKey> = {
  new: 'enquiries.stateNew',
  answered: 'enquiries.stateAnswered',
  closed: 'enquiries.stateClosed',
};

export const noteMaxLength = 2000;

/** The form's fields. */
export interface EnquiryForm extends UserForm {
  programme: string;
  consent: boolean;
}

export type EnquiryErrors = ValidationErrors<keyof EnquiryForm>;

export const isProgramme = (text: string): text is Programme => programmes.some((programme) => programme === text);

/** Errors by field; empty if the enquiry is valid. */
export function checkEnquiry(form: EnquiryForm): EnquiryErrors {
  const { name, email, mobile } = checkUserForm(form, true);
  const errors: EnquiryErrors = { ...(name && { name }), ...(email && { email }), ...(mobile && { mobile }) };
  if (!isProgramme(form.programme))
    errors.programme = { key: form.programme ? 'errors.invalidField' : 'enquiries.programmeRequired' };
  if (!form.consent) errors.consent = { key: 'enquiries.consentRequired' };
  return errors;
}
