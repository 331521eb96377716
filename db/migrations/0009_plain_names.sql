ALTER TABLE "submission_files" RENAME COLUMN "sealed" TO "encrypted";--> statement-breakpoint
ALTER TABLE "submissions" RENAME COLUMN "open_name" TO "public_id";--> statement-breakpoint
ALTER TABLE "submissions" RENAME CONSTRAINT "submissions_open_name_key" TO "submissions_public_id_key";--> statement-breakpoint
ALTER TABLE "submissions" RENAME CONSTRAINT "submissions_open_check" TO "submissions_public_id_check";
