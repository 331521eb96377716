ALTER TABLE "media_files" ADD COLUMN "subtitles_name" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "former_files" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Subtitles had the name of their file.
UPDATE "media_files" SET "subtitles_name" = "name" WHERE "has_subtitles";--> statement-breakpoint
ALTER TABLE "media_files" DROP COLUMN "has_subtitles";