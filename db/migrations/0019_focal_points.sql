ALTER TABLE "stories" ADD COLUMN "image_focus_x" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "image_focus_y" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_focus_check" CHECK ("stories"."image_focus_x" BETWEEN 0 AND 100 AND "stories"."image_focus_y" BETWEEN 0 AND 100);