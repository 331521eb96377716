CREATE TABLE "orphaned_files" (
	"key" text PRIMARY KEY NOT NULL,
	"orphaned_at" timestamp (3) with time zone NOT NULL
);
