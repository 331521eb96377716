ALTER TABLE "stories" ADD COLUMN "corrections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "corrected_on" date;--> statement-breakpoint
CREATE INDEX "stories_corrected_idx" ON "stories" USING btree ("corrected_on","id") WHERE "stories"."status" = 'published' AND "stories"."deleted_at" IS NULL AND "stories"."corrected_on" IS NOT NULL;