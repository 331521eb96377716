CREATE TYPE "public"."work_kind" AS ENUM('story', 'essay');--> statement-breakpoint
CREATE TABLE "promised_editions" (
	"day" date PRIMARY KEY NOT NULL,
	"edition_id" integer,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "promised_editions_edition_key" UNIQUE("edition_id")
);
--> statement-breakpoint
CREATE TABLE "plan_lengthenings" (
	"day" date PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"came" boolean NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"notified" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "essay_reads" (
	"day" date NOT NULL,
	"submission_id" integer NOT NULL,
	"reads" integer DEFAULT 0 NOT NULL,
	"half" integer DEFAULT 0 NOT NULL,
	"whole" integer DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "essay_reads_pkey" PRIMARY KEY("day","submission_id")
);
--> statement-breakpoint
CREATE TABLE "work_citations" (
	"cited_kind" "work_kind" NOT NULL,
	"cited_id" integer NOT NULL,
	"citing_kind" "work_kind" NOT NULL,
	"citing_id" integer NOT NULL,
	CONSTRAINT "work_citations_pkey" PRIMARY KEY("cited_kind","cited_id","citing_kind","citing_id")
);
--> statement-breakpoint
ALTER TABLE "promised_editions" ADD CONSTRAINT "promised_editions_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "essay_reads" ADD CONSTRAINT "essay_reads_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "essay_reads_submission_idx" ON "essay_reads" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "work_citations_citing_idx" ON "work_citations" USING btree ("citing_kind","citing_id");