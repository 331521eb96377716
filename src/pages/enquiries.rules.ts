// Whoever wants to study with us leaves a name, ways to be reached, and what he asks about. We keep that only with his
// consent, answer it, and delete it some time after.
import { checkPerson, type Fault, type PersonForm } from '#src/accounts/people.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';

/** What one can ask about, in the order of the prospectus. */
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

/** Where an enquiry stands. Only one that is no longer new grows old enough to be deleted. */
export const enquiryStates = ['new', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

export const enquiryStateText: Record<EnquiryState, TextKey> = {
  new: 'enquiries.stateNew',
  answered: 'enquiries.stateAnswered',
  closed: 'enquiries.stateClosed',
};

export const noteMaxLength = 2000;

/** An enquiry as the form has it. */
export interface EnquiryForm extends PersonForm {
  programme: string;
  consent: boolean;
}

export type EnquiryFaults = Partial<Record<keyof EnquiryForm, Fault>>;

export const isProgramme = (text: string): text is Programme => programmes.some((programme) => programme === text);

/** What is wrong with each field; nothing when the enquiry can be kept. */
export function checkEnquiry(form: EnquiryForm): EnquiryFaults {
  const { name, email, mobile } = checkPerson(form, true);
  const faults: EnquiryFaults = { ...(name && { name }), ...(email && { email }), ...(mobile && { mobile }) };
  if (!isProgramme(form.programme))
    faults.programme = { key: form.programme ? 'errors.invalidField' : 'enquiries.programmeRequired' };
  if (!form.consent) faults.consent = { key: 'enquiries.consentRequired' };
  return faults;
}
