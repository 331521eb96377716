CREATE TYPE "public"."link_purpose" AS ENUM('reset_password', 'take_email_back', 'guardian_consent');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('reader', 'editor', 'admin');--> statement-breakpoint
CREATE TYPE "public"."session_kind" AS ENUM('user', 'admin');--> statement-breakpoint
CREATE TYPE "public"."composition_state" AS ENUM('draft', 'dropped', 'waiting', 'typesetting', 'done', 'failed');--> statement-breakpoint
CREATE TYPE "public"."paper" AS ENUM('a3', 'a4');--> statement-breakpoint
CREATE TYPE "public"."period" AS ENUM('weekly', 'monthly', 'yearly');--> statement-breakpoint
CREATE TYPE "public"."edition_work" AS ENUM('waiting', 'done', 'failed');--> statement-breakpoint
CREATE TYPE "public"."story_status" AS ENUM('draft', 'scheduled', 'published');--> statement-breakpoint
CREATE TYPE "public"."enquiry_state" AS ENUM('new', 'answered', 'closed');--> statement-breakpoint
CREATE TYPE "public"."programme" AS ENUM('mass_communication', 'journalism', 'media_technology', 'industrial_design', 'communication_design', 'aerospace_design', 'online');--> statement-breakpoint
CREATE TYPE "public"."grievance_state" AS ENUM('pending', 'upheld', 'partly_upheld', 'dismissed');--> statement-breakpoint
CREATE TYPE "public"."grievance_topic" AS ENUM('story', 'data', 'work', 'payment', 'other');--> statement-breakpoint
CREATE TYPE "public"."claim_state" AS ENUM('declared', 'confirmed', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."length_unit" AS ENUM('day', 'month', 'year');--> statement-breakpoint
CREATE TYPE "public"."line_state" AS ENUM('open', 'paired', 'dismissed');--> statement-breakpoint
CREATE TYPE "public"."plan" AS ENUM('weekly', 'monthly', 'yearly');--> statement-breakpoint
CREATE TYPE "public"."payment_policy" AS ENUM('trust', 'grace', 'strict');--> statement-breakpoint
CREATE TYPE "public"."article_type" AS ENUM('research articles', 'essay', 'posters', 'research projects', 'short reports', 'letter');--> statement-breakpoint
CREATE TYPE "public"."document_format" AS ENUM('pdf', 'doc', 'docx');--> statement-breakpoint
CREATE TYPE "public"."submission_file_kind" AS ENUM('bonafide', 'essay');--> statement-breakpoint
CREATE TYPE "public"."submission_state" AS ENUM('pending', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn', 'deleted');--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" integer,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"reply_to" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"purpose" "link_purpose" NOT NULL,
	"token_hash" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"kind" "session_kind" NOT NULL,
	"device" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"dob" date,
	"mobile" text,
	"password_hash" text NOT NULL,
	"role" "role" DEFAULT 'reader' NOT NULL,
	"profile_image" text,
	"consent_version" text,
	"guardian_name" text,
	"guardian_email" text,
	"guardian_asked_at" timestamp (3) with time zone,
	"guardian_consent_at" timestamp (3) with time zone,
	"totp_secret" "bytea",
	"totp_pending" "bytea",
	"totp_last_step" integer,
	"wants_reminders" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clips" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clips_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"edition_id" integer NOT NULL,
	"page" integer NOT NULL,
	"left" real NOT NULL,
	"top" real NOT NULL,
	"right" real NOT NULL,
	"bottom" real NOT NULL,
	"picture" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"text" text NOT NULL,
	"made_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "compositions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "compositions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"period" "period" NOT NULL,
	"paper" "paper" NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"title" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"issue_date" date NOT NULL,
	"choices" jsonb NOT NULL,
	"number" integer,
	"state" "composition_state" DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"edition_id" integer,
	"ordered_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"drafted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "printed_stories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "printed_stories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"edition_id" integer NOT NULL,
	"story_id" integer,
	"page" integer NOT NULL,
	"store" text NOT NULL,
	"region" jsonb NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"begins" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edition_pages" (
	"edition_id" integer NOT NULL,
	"page" integer NOT NULL,
	"width_pt" real NOT NULL,
	"height_pt" real NOT NULL,
	"text" text NOT NULL,
	"corrected" text,
	"words" jsonb NOT NULL,
	"terms" "tsvector" DEFAULT '' NOT NULL,
	CONSTRAINT "edition_pages_edition_id_page_pk" PRIMARY KEY("edition_id","page")
);
--> statement-breakpoint
CREATE TABLE "editions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "editions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"period" "period" NOT NULL,
	"filename" text NOT NULL,
	"title" text NOT NULL,
	"issue_date" date,
	"place" text,
	"store" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"pages" integer NOT NULL,
	"width_pt" real NOT NULL,
	"height_pt" real NOT NULL,
	"cover" text,
	"work" "edition_work" DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"uploaded_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "categories_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "sub_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sub_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category_id" integer NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "sub_categories_slug_key" UNIQUE("category_id","slug")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pictures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text NOT NULL,
	"shaped" boolean DEFAULT false NOT NULL,
	"variants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_name_key" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "stories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"body" text NOT NULL,
	"summary" text NOT NULL,
	"category_id" integer,
	"sub_category_id" integer,
	"submenu" text,
	"picture_id" integer,
	"image_width" integer NOT NULL,
	"image_height" integer NOT NULL,
	"image_caption" text DEFAULT '' NOT NULL,
	"author_id" integer,
	"author" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"version_group" integer,
	"status" "story_status" NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"board_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "stories_schedule_check" CHECK (("stories"."status" = 'scheduled') = ("stories"."publish_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "story_translations" (
	"story_id" integer NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"standfirst" text,
	"html" text NOT NULL,
	CONSTRAINT "story_translations_pkey" PRIMARY KEY("story_id","language")
);
--> statement-breakpoint
CREATE TABLE "enquiries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enquiries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"programme" "programme" NOT NULL,
	"consent_version" text NOT NULL,
	"state" "enquiry_state" DEFAULT 'new' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "grievances" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grievances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" "grievance_topic" NOT NULL,
	"text" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"state" "grievance_state" DEFAULT 'pending' NOT NULL,
	"decision" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "page_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"author_id" integer,
	"author" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_versions_key" UNIQUE("slug","language","version")
);
--> statement-breakpoint
CREATE TABLE "payment_claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"reference" text NOT NULL,
	"plan" "plan" NOT NULL,
	"length_count" integer NOT NULL,
	"length_unit" "length_unit" NOT NULL,
	"amount_minor" integer NOT NULL,
	"utr" text,
	"state" "claim_state" DEFAULT 'declared' NOT NULL,
	"policy" "payment_policy" NOT NULL,
	"grace_hours" integer NOT NULL,
	"buyer_state" text,
	"buyer_pin" text,
	"note" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"declared_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "payment_claims_reference_key" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"claim_id" integer NOT NULL,
	"financial_year" text NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_claim_key" UNIQUE("claim_id"),
	CONSTRAINT "receipts_number_key" UNIQUE("financial_year","number")
);
--> statement-breakpoint
CREATE TABLE "plan_reminders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plan_reminders_key" UNIQUE("user_id","until")
);
--> statement-breakpoint
CREATE TABLE "statement_kinds" (
	"headings" text PRIMARY KEY NOT NULL,
	"columns" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"fingerprint" text NOT NULL,
	"day" date NOT NULL,
	"amount_minor" integer NOT NULL,
	"narration" text NOT NULL,
	"utr" text,
	"reference" text,
	"state" "line_state" DEFAULT 'open' NOT NULL,
	"claim_id" integer,
	"note" text DEFAULT '' NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_lines_fingerprint_key" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ref" integer NOT NULL,
	"page" integer DEFAULT 0 NOT NULL,
	"category_id" integer,
	"published_at" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"vector" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_key" UNIQUE("kind","ref","page")
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text PRIMARY KEY NOT NULL,
	"roman" text NOT NULL,
	"documents" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"submission_id" integer,
	"kind" "submission_file_kind" NOT NULL,
	"name" text NOT NULL,
	"format" "document_format" NOT NULL,
	"filename" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sealed" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"checked_by" text,
	"pages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "submission_files_name_key" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "submission_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"submission_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" integer,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"from_state" "submission_state",
	"to_state" "submission_state" NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"submission_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"writer_id" integer,
	"writer" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_pages" (
	"file_id" integer NOT NULL,
	"page" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "submission_pages_pkey" PRIMARY KEY("file_id","page")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"author_id" integer,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"article_type" "article_type" NOT NULL,
	"title" text NOT NULL,
	"abstract" text NOT NULL,
	"co_authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"institution" text NOT NULL,
	"keywords" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"state" "submission_state" DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"open_name" text,
	"on_research" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone,
	"exposed_at" timestamp (0) with time zone,
	"code" text,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || username || ' ' || abstract || ' ' || institution) || to_tsvector('simple', co_authors) || to_tsvector('simple', keywords)) STORED,
	CONSTRAINT "submissions_open_name_key" UNIQUE("open_name"),
	CONSTRAINT "submissions_code_key" UNIQUE("code"),
	CONSTRAINT "submissions_open_check" CHECK (("submissions"."state" = 'approved') = ("submissions"."open_name" IS NOT NULL)),
	CONSTRAINT "submissions_research_check" CHECK (NOT "submissions"."on_research" OR "submissions"."state" = 'approved'),
	CONSTRAINT "submissions_exposed_check" CHECK (("submissions"."published_at" IS NULL) = ("submissions"."exposed_at" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compositions" ADD CONSTRAINT "compositions_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compositions" ADD CONSTRAINT "compositions_ordered_by_users_id_fk" FOREIGN KEY ("ordered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_stories" ADD CONSTRAINT "printed_stories_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_stories" ADD CONSTRAINT "printed_stories_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_pages" ADD CONSTRAINT "edition_pages_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_categories" ADD CONSTRAINT "sub_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_sub_category_id_sub_categories_id_fk" FOREIGN KEY ("sub_category_id") REFERENCES "public"."sub_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_translations" ADD CONSTRAINT "story_translations_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_claim_id_payment_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."payment_claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_reminders" ADD CONSTRAINT "plan_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_claim_id_payment_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."payment_claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_files" ADD CONSTRAINT "submission_files_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_history" ADD CONSTRAINT "submission_history_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_history" ADD CONSTRAINT "submission_history_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_notes" ADD CONSTRAINT "submission_notes_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_notes" ADD CONSTRAINT "submission_notes_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_pages" ADD CONSTRAINT "submission_pages_file_id_submission_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."submission_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "outbox_unsent_idx" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_key" ON "account_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_links_user_idx" ON "account_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_idx" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "clips_code_key" ON "clips" USING btree ("code");--> statement-breakpoint
CREATE INDEX "clips_edition_idx" ON "clips" USING btree ("edition_id");--> statement-breakpoint
CREATE INDEX "clips_made_by_idx" ON "clips" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "compositions_number_key" ON "compositions" USING btree ("period","number");--> statement-breakpoint
CREATE UNIQUE INDEX "compositions_draft_key" ON "compositions" USING btree ("period","first_day") WHERE "compositions"."drafted";--> statement-breakpoint
CREATE INDEX "printed_stories_edition_idx" ON "printed_stories" USING btree ("edition_id","page");--> statement-breakpoint
CREATE INDEX "printed_stories_story_idx" ON "printed_stories" USING btree ("story_id");--> statement-breakpoint
CREATE INDEX "edition_pages_terms_idx" ON "edition_pages" USING gin ("terms");--> statement-breakpoint
CREATE UNIQUE INDEX "editions_filename_key" ON "editions" USING btree ("filename") WHERE "editions"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stories_newest_idx" ON "stories" USING btree ("created_at","id") WHERE "stories"."status" = 'published' AND "stories"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stories_category_idx" ON "stories" USING btree ("category_id","created_at","id") WHERE "stories"."status" = 'published' AND "stories"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stories_sub_category_idx" ON "stories" USING btree ("sub_category_id","created_at","id") WHERE "stories"."status" = 'published' AND "stories"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stories_others_idx" ON "stories" USING btree ("category_id","created_at","id") WHERE "stories"."status" = 'published' AND "stories"."deleted_at" IS NULL AND "stories"."submenu" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "stories_board_idx" ON "stories" USING btree ("category_id","board_at","id") WHERE "stories"."status" = 'published' AND "stories"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stories_due_idx" ON "stories" USING btree ("publish_at") WHERE "stories"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "stories_unpublished_idx" ON "stories" USING btree ("updated_at") WHERE "stories"."status" <> 'published' AND "stories"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stories_deleted_idx" ON "stories" USING btree ("deleted_at") WHERE "stories"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "stories_picture_idx" ON "stories" USING btree ("picture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stories_version_key" ON "stories" USING btree ("version_group","language") WHERE "stories"."version_group" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "enquiries_state_idx" ON "enquiries" USING btree ("state","changed_at");--> statement-breakpoint
CREATE INDEX "grievances_state_idx" ON "grievances" USING btree ("state","decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_utr_key" ON "payment_claims" USING btree ("utr") WHERE "payment_claims"."state" <> 'rejected';--> statement-breakpoint
CREATE INDEX "payment_claims_user_idx" ON "payment_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_claims_open_idx" ON "payment_claims" USING btree ("declared_at") WHERE "payment_claims"."state" = 'declared';--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_claim_key" ON "statement_lines" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "statement_lines_open_idx" ON "statement_lines" USING btree ("day") WHERE "statement_lines"."state" = 'open';--> statement-breakpoint
CREATE INDEX "search_documents_vector_idx" ON "search_documents" USING gin ("vector") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_documents_newest_idx" ON "search_documents" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "search_documents_titles_idx" ON "search_documents" USING btree ("published_at","id") WHERE "search_documents"."kind" = 'story';--> statement-breakpoint
CREATE INDEX "search_terms_roman_idx" ON "search_terms" USING btree ("roman" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "submission_files_current_key" ON "submission_files" USING btree ("submission_id","kind") WHERE "submission_files"."replaced_at" IS NULL AND "submission_files"."submission_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submission_files_loose_idx" ON "submission_files" USING btree ("created_at") WHERE "submission_files"."submission_id" IS NULL;--> statement-breakpoint
CREATE INDEX "submission_history_submission_idx" ON "submission_history" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "submission_history_decided_idx" ON "submission_history" USING btree ("at") WHERE "submission_history"."to_state" IN ('approved', 'rejected') AND "submission_history"."from_state" NOT IN ('approved', 'rejected');--> statement-breakpoint
CREATE INDEX "submission_notes_submission_idx" ON "submission_notes" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "submissions_received_idx" ON "submissions" USING btree ("received_at","id") WHERE "submissions"."state" NOT IN ('withdrawn', 'deleted');--> statement-breakpoint
CREATE INDEX "submissions_updated_idx" ON "submissions" USING btree ("updated_at","id") WHERE "submissions"."state" NOT IN ('withdrawn', 'deleted');--> statement-breakpoint
CREATE INDEX "submissions_username_idx" ON "submissions" USING btree (lower("username"),"id") WHERE "submissions"."state" NOT IN ('withdrawn', 'deleted');--> statement-breakpoint
CREATE INDEX "submissions_queue_idx" ON "submissions" USING btree ("received_at") WHERE "submissions"."state" IN ('pending', 'in_review');--> statement-breakpoint
CREATE INDEX "submissions_author_idx" ON "submissions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "submissions_approved_idx" ON "submissions" USING btree ("received_at","id") WHERE "submissions"."state" = 'approved';--> statement-breakpoint
CREATE INDEX "submissions_research_idx" ON "submissions" USING btree ("published_at","id") WHERE "submissions"."on_research";--> statement-breakpoint
CREATE INDEX "submissions_harvest_idx" ON "submissions" USING btree ("exposed_at","id") WHERE "submissions"."exposed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_search_idx" ON "submissions" USING gin ("search");