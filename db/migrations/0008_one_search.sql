-- One index for every place that searches: pages by their repaired text, and submissions for the newsroom beside what is
-- public. search_respelt and search_sound follow src/search-index/folding.rules.ts, which a test compares.
DROP INDEX "edition_pages_terms_idx";--> statement-breakpoint
DROP INDEX "submissions_search_idx";--> statement-breakpoint
ALTER TABLE "edition_pages" ADD COLUMN "search_text" text;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "audience" text DEFAULT 'anyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_documents" ALTER COLUMN "audience" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "edition_pages" DROP COLUMN "terms";--> statement-breakpoint
ALTER TABLE "submissions" DROP COLUMN "search";--> statement-breakpoint
-- A word in Latin letters, spelt as search_roman spells.
CREATE FUNCTION search_respelt(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $fn$
DECLARE spelt text := word;
BEGIN
  spelt := regexp_replace(regexp_replace(spelt, 'ee|ii', 'i', 'g'), 'oo|uu', 'u', 'g');
  spelt := regexp_replace(regexp_replace(spelt, 'ai|ei', 'e', 'g'), 'au|ou', 'o', 'g');
  spelt := translate(regexp_replace(spelt, 'chh?', 'C', 'g'), 'cC', 'kc');
  spelt := replace(replace(spelt, 'sh', 's'), 'ph', 'f');
  spelt := translate(regexp_replace(spelt, '([kgjtdbr])h', '\1', 'g'), 'wzq', 'vjk');
  RETURN regexp_replace(translate(replace(spelt, 'x', 'ks'), 'f', 'p'), '(.)\1+', '\1', 'g');
END $fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_sound(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $fn$
DECLARE
  spelt text := CASE WHEN word ~ '[\u0900-\u0d7f]' THEN search_roman(word) WHEN word ~ '^[a-z]+$' THEN search_respelt(word) ELSE '' END;
  sound text := regexp_replace(regexp_replace(replace(spelt, 'a', ''), 'm(?=[pb])', 'n', 'g'), '(.)\1+', '\1', 'g');
BEGIN
  RETURN CASE WHEN length(sound) < 3 THEN '' ELSE sound END;
END $fn$;
--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "sound" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "search_terms" ALTER COLUMN "sound" DROP DEFAULT;--> statement-breakpoint
UPDATE search_terms SET sound = search_sound(term);--> statement-breakpoint
CREATE INDEX "search_terms_sound_idx" ON "search_terms" USING btree ("sound") WHERE "search_terms"."sound" <> '';--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_note_terms(words text) RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  INSERT INTO search_terms (term, roman, sound)
  SELECT word, search_roman(word), search_sound(word)
  FROM (SELECT DISTINCT word FROM string_to_table(left(words, 60000), ' ') AS word) AS parted
  WHERE length(word) BETWEEN 3 AND 30 AND word !~ '[0-9]'
    AND NOT EXISTS (SELECT FROM search_terms WHERE term = word)
  ORDER BY word COLLATE "C"
  ON CONFLICT (term) DO NOTHING;
END $fn$;
--> statement-breakpoint
DROP FUNCTION search_put(text, integer, integer, integer, timestamptz, text, text, text, text);--> statement-breakpoint
-- `contact` is for documents of the newsroom only: words of it are found, but never proposed.
CREATE FUNCTION search_put(kind text, ref integer, page integer, audience text, category_id integer, published_at timestamptz, language text, title text, names text, contact text, body text, note boolean DEFAULT true)
RETURNS void LANGUAGE plpgsql AS $fn$
DECLARE
  title_words text := search_fold(title);
  body_words text := search_fold(left(body, 200000));
BEGIN
  INSERT INTO search_documents (kind, ref, page, audience, category_id, published_at, title, vector)
  VALUES (kind, ref, page, audience, category_id, published_at, ' ' || title_words,
    search_vector(title_words, language, 'A') || search_vector(search_fold(names), language, 'B')
      || CASE contact WHEN '' THEN ''::tsvector ELSE search_vector(search_fold(contact), language, 'C') END
      || search_vector(body_words, language, 'D'))
  ON CONFLICT ON CONSTRAINT search_documents_key DO UPDATE SET audience = excluded.audience,
    category_id = excluded.category_id, published_at = excluded.published_at, title = excluded.title, vector = excluded.vector;
  -- The essay of a submission has the same words and more.
  IF note THEN PERFORM search_note_terms(title_words || ' ' || body_words); END IF;
END $fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_story_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'story' AND d.ref = OLD.id;
  ELSIF NEW.status = 'published' AND NEW.deleted_at IS NULL THEN
    PERFORM search_put('story', NEW.id, 0, 'anyone', NEW.category_id, NEW.created_at, NEW.language, NEW.title,
      concat_ws(' ', NEW.author, NEW.submenu, NEW.image_caption), '', NEW.body);
  ELSE
    DELETE FROM search_documents d WHERE d.kind = 'story' AND d.ref = NEW.id;
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_put_page(edition editions, page integer, body text) RETURNS void LANGUAGE sql AS $fn$
  SELECT search_put('page', edition.id, page, 'anyone', NULL,
    coalesce(edition.issue_date::timestamp AT TIME ZONE 'Asia/Kolkata', edition.created_at), 'hi',
    edition.title, coalesce(edition.place, ''), '', body)
$fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_page_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE edition editions;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'page' AND d.ref = OLD.edition_id AND d.page = OLD.page;
  ELSE
    SELECT * INTO edition FROM editions e WHERE e.id = NEW.edition_id AND e.deleted_at IS NULL;
    IF FOUND THEN PERFORM search_put_page(edition, NEW.page, coalesce(NEW.search_text, NEW.corrected, NEW.text)); END IF;
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
DROP TRIGGER edition_pages_searched ON edition_pages;--> statement-breakpoint
CREATE TRIGGER edition_pages_searched AFTER INSERT OR DELETE OR UPDATE OF text, corrected, search_text ON edition_pages
  FOR EACH ROW EXECUTE FUNCTION search_page_changed();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_edition_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM search_documents d WHERE d.kind = 'page' AND d.ref = NEW.id;
  ELSE
    PERFORM search_put_page(NEW, p.page, coalesce(p.search_text, p.corrected, p.text)) FROM edition_pages p WHERE p.edition_id = NEW.id;
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
-- The names by which a submission is found, under review and on /research.
CREATE FUNCTION search_submission_names(work submissions) RETURNS text LANGUAGE sql AS $fn$
  SELECT concat_ws(' ', work.username, work.institution,
    (SELECT string_agg(word, ' ') FROM jsonb_array_elements_text(work.co_authors || work.keywords) AS word))
$fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_put_essay(work submissions) RETURNS void LANGUAGE sql AS $fn$
  SELECT search_put('essay', work.id, 0, 'anyone', NULL, work.published_at, 'hi', work.title, search_submission_names(work), '',
    concat_ws(' ', work.abstract, (
      SELECT string_agg(p.text, ' ' ORDER BY p.page) FROM submission_pages p JOIN submission_files f ON f.id = p.file_id
      WHERE f.submission_id = work.id AND f.kind = 'essay' AND f.replaced_at IS NULL)))
$fn$;
--> statement-breakpoint
-- A submission as the newsroom finds it; a mobile number by any of its last digits, of which a query has the beginning.
CREATE FUNCTION search_put_submission(work submissions) RETURNS void LANGUAGE sql AS $fn$
  SELECT search_put('submission', work.id, 0, 'newsroom', NULL, work.received_at, 'hi', work.title, search_submission_names(work),
    concat_ws(' ', work.email, (
      SELECT string_agg(right(digits, size), ' ')
      FROM regexp_replace(work.mobile, '[^0-9]', '', 'g') AS digits, generate_series(3, length(digits)) AS size)),
    work.abstract, NOT work.on_research)
$fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_submission_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind IN ('essay', 'submission') AND d.ref = OLD.id;
    RETURN NULL;
  END IF;
  IF NEW.on_research THEN
    PERFORM search_put_essay(NEW);
  ELSE
    DELETE FROM search_documents d WHERE d.kind = 'essay' AND d.ref = NEW.id;
  END IF;
  IF NEW.state IN ('withdrawn', 'deleted') THEN
    DELETE FROM search_documents d WHERE d.kind = 'submission' AND d.ref = NEW.id;
  ELSE
    PERFORM search_put_submission(NEW);
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
DROP TRIGGER submissions_searched ON submissions;--> statement-breakpoint
CREATE TRIGGER submissions_searched AFTER INSERT OR DELETE
  OR UPDATE OF title, username, email, mobile, institution, co_authors, keywords, abstract, on_research, published_at, received_at, state
  ON submissions FOR EACH ROW EXECUTE FUNCTION search_submission_changed();
--> statement-breakpoint
SELECT search_put_submission(s) FROM submissions s WHERE s.state NOT IN ('withdrawn', 'deleted');
