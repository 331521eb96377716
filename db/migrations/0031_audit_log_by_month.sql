-- Partitions the audit log by month: decision 157. Its rows so far become the first partition, so that none is copied. Its
-- name is free until the end of the transaction, in which nobody else can use it.
-- Rolling upgrade: a table with the same columns, defaults and triggers takes the name in the same transaction.
ALTER TABLE "audit_log" RENAME TO "audit_log_first";
ALTER INDEX "audit_log_subject_idx" RENAME TO "audit_log_first_subject_idx";
ALTER SEQUENCE "audit_log_id_seq" RENAME TO "audit_log_first_id_seq";
--> statement-breakpoint
CREATE SEQUENCE "audit_log_id_seq" AS integer;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer DEFAULT nextval('audit_log_id_seq'::regclass) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" integer,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_log_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER SEQUENCE "audit_log_id_seq" OWNED BY "audit_log"."id";--> statement-breakpoint
SELECT setval('audit_log_id_seq', last_value, is_called) FROM "audit_log_first_id_seq";--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_backups_idx" ON "audit_log" USING btree ("action","id") WHERE "action" IN ('backup.made', 'backup.failed');--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TABLE "audit_log_default" PARTITION OF "audit_log" DEFAULT;--> statement-breakpoint
-- The partition gets key, indexes and the trigger for rows from its table. A new site has nothing to put into it.
-- Rolling upgrade: what is dropped is replaced in the same statement, or has no rows.
DROP TRIGGER audit_log_append_only ON audit_log_first;
DROP TRIGGER audit_log_no_truncate ON audit_log_first;
ALTER TABLE "audit_log_first" ALTER COLUMN "id" DROP IDENTITY, DROP CONSTRAINT "audit_log_pkey";
DO $$
BEGIN
  IF EXISTS (SELECT FROM audit_log_first) THEN
    EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION audit_log_first FOR VALUES FROM (MINVALUE) TO (%L)',
      (SELECT (date_trunc('month', greatest(max(at), now()) AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'
        FROM audit_log_first));
  ELSE
    DROP TABLE audit_log_first;
  END IF;
END $$;
