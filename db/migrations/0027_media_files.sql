CREATE TABLE "media_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"has_subtitles" boolean DEFAULT false NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"credit" text DEFAULT '' NOT NULL,
	"licence" text DEFAULT '' NOT NULL,
	"licence_name" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"uploader_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_files_name_key" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "file_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD CONSTRAINT "media_files_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_files_newest_idx" ON "media_files" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stories_files_idx" ON "stories" USING gin ("file_ids");