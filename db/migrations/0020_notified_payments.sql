ALTER TABLE "payment_claims" ADD COLUMN "notified_state" "claim_state";--> statement-breakpoint
-- A payer has been mailed about each decision so far.
UPDATE "payment_claims" SET "notified_state" = "state" WHERE "state" <> 'declared';
