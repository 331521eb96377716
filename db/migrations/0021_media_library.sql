ALTER TABLE "pictures" ALTER COLUMN "created_at" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "has_original" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "in_library" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "file_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "caption" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "credit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "licence" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "licence_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "uploader_id" integer;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "focus_x" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "focus_y" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "picture_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_newest_idx" ON "pictures" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stories_pictures_idx" ON "stories" USING gin ("picture_ids");--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_focus_check" CHECK ("pictures"."focus_x" BETWEEN 0 AND 100 AND "pictures"."focus_y" BETWEEN 0 AND 100);--> statement-breakpoint
-- The pictures so far have what the newest story states that shows them.
UPDATE "pictures" SET "caption" = "shown"."image_caption", "focus_x" = "shown"."image_focus_x",
  "focus_y" = "shown"."image_focus_y", "uploader_id" = "shown"."author_id"
FROM (SELECT DISTINCT ON ("picture_id") "picture_id", "image_caption", "image_focus_x", "image_focus_y", "author_id"
  FROM "stories" WHERE "picture_id" IS NOT NULL ORDER BY "picture_id", "id" DESC) AS "shown"
WHERE "shown"."picture_id" = "pictures"."id";
