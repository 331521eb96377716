CREATE TABLE "edition_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "edition_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"period" "period" NOT NULL,
	"paper" "paper" NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"issue_date" date NOT NULL,
	"choices" jsonb NOT NULL,
	"known" jsonb NOT NULL,
	"spaces" jsonb NOT NULL,
	"prints" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" integer,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "compositions" ADD COLUMN "spaces" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "compositions" ADD COLUMN "prints" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "edition_plans" ADD CONSTRAINT "edition_plans_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edition_plans_issue_idx" ON "edition_plans" USING btree ("issue_date");