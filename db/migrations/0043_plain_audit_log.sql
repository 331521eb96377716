-- Makes the audit log one table again, without months: decision 191. Its rows are copied, month after month, so that they are
-- stored in the order of their time. On 10 million rows that takes some time, in which nobody writes to the log.
-- Rolling upgrade: a table with the same columns, defaults and triggers takes the name in the same transaction.
ALTER TABLE "audit_log" RENAME TO "audit_log_months";
--> statement-breakpoint
-- PostgreSQL 18 names these constraints by itself, but differently if those of the table before have the names.
CREATE TABLE "audit_log" (
	"id" integer DEFAULT nextval('audit_log_id_seq'::regclass) CONSTRAINT "audit_log_id_not_null" NOT NULL,
	"at" timestamp (3) with time zone CONSTRAINT "audit_log_at_not_null" NOT NULL,
	"actor_id" integer,
	"actor" text CONSTRAINT "audit_log_actor_not_null" NOT NULL,
	"action" text CONSTRAINT "audit_log_action_not_null" NOT NULL,
	"subject" text CONSTRAINT "audit_log_subject_not_null" NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb CONSTRAINT "audit_log_details_not_null" NOT NULL
);
--> statement-breakpoint
ALTER SEQUENCE "audit_log_id_seq" OWNED BY "audit_log"."id";--> statement-breakpoint
INSERT INTO "audit_log" SELECT * FROM "audit_log_months";--> statement-breakpoint
-- Rolling upgrade: the version before knows it by the name that the new table has, and its rows are there.
DROP TABLE "audit_log_months";
--> statement-breakpoint
ALTER TABLE "audit_log" ADD PRIMARY KEY ("id");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING brin ("at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_backups_idx" ON "audit_log" USING btree ("action","id") WHERE "action" IN ('backup.made', 'backup.failed');--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Only the nightly purge deletes (src/platform/audit/purge.ts), and nobody what is younger than a year.
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log FOR EACH ROW
  WHEN (current_setting('news_wing.purges_audit_log', true) IS DISTINCT FROM 'on' OR OLD.at >= now() - interval '1 year')
  EXECUTE FUNCTION refuse_change();
