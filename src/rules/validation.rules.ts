import type { TextKey, TextParams } from '#src/messages/catalogue.ts';

/** The validation error of a field: a text key with its parameters. */
export interface ValidationError {
  key: TextKey;
  params?: TextParams;
}

/** Validation errors by field name. Forms show them beside their fields; the API returns them as `fields`. */
export type ValidationErrors<Field extends string = string> = Partial<Record<Field, ValidationError>>;

export const hasErrors = (errors: ValidationErrors): boolean =>
  Object.values(errors).some((error) => error !== undefined);
