import { z } from 'zod';
import { defineCall, defineLimit, Instant, Message, NumericId } from '#src/calls/call.ts';
import { enquiryStates, noteMaxLength, programmes } from './enquiries.rules.ts';

const Enquiry = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  programme: z.enum(programmes),
  state: z.enum(enquiryStates),
  note: z.string().describe('Internal note of the desk'),
  created_at: Instant,
  changed_at: Instant.nullable(),
});
export type Enquiry = z.infer<typeof Enquiry>;

const Filter = z.object({
  programme: z.enum(programmes).optional(),
  state: z.enum(enquiryStates).optional(),
  search: z.string().max(100).optional(),
});
export type EnquiryFilter = z.infer<typeof Filter>;

export const enquiryPageSize = 50;

const text = z.string().max(500, 'errors.invalidField').optional();

export const enquiriesCalls = {
  send: defineCall({
    method: 'POST',
    path: '/api/enquiries',
    who: 'anyone',
    summary: 'Send an enquiry about a programme',
    limit: defineLimit({ name: 'enquiry-requests', attempts: 120, perSeconds: 3600 }),
    proof: { free: defineLimit({ name: 'enquiries-unproven', attempts: 20, perSeconds: 3600 }) },
    body: z.object({ name: text, email: text, mobile: text, programme: text, consent: z.boolean().optional() }),
    reply: { 201: Message },
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/enquiries',
    who: 'admin',
    summary: 'Enquiries, newest first, 50 per page; `before` is the id of the last one on the previous page',
    query: Filter.extend({ before: NumericId.optional() }),
    reply: { 200: z.object({ enquiries: z.array(Enquiry), more: z.boolean() }) },
  }),
  change: defineCall({
    method: 'PUT',
    path: '/api/enquiries/:id',
    who: 'admin',
    summary: 'Set the state or the note of an enquiry',
    params: z.object({ id: NumericId }),
    body: z.object({
      state: z.enum(enquiryStates).optional(),
      note: z.string().trim().max(noteMaxLength, 'enquiries.noteTooLong').optional(),
    }),
    reply: { 200: Enquiry },
  }),
  csv: defineCall({
    method: 'GET',
    path: '/api/enquiries.csv',
    who: 'admin',
    summary: 'All enquiries that match the filter, as CSV',
    query: Filter,
    reply: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
  }),
};
