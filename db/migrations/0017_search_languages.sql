ALTER TABLE "search_documents" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "version_group" integer;--> statement-breakpoint
-- Lexemes of the sections of a story, as in src/search-index/documents.rules.ts. Queries look up which sections a word names,
-- so that renaming a section changes no document.
CREATE FUNCTION search_sections(category_id integer, sub_category_id integer) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $fn$
  SELECT concat_ws(' ', '''#c' || category_id || ''':1C', '''#s' || sub_category_id || ''':1C')::tsvector
$fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_put_story(story stories) RETURNS void LANGUAGE plpgsql AS $fn$
DECLARE public boolean := story.status = 'published' AND story.deleted_at IS NULL;
BEGIN
  PERFORM search_put('story', story.id, 0, CASE WHEN public THEN 'anyone' ELSE 'newsroom' END, story.category_id,
    story.created_at, story.language, story.title, concat_ws(' ', story.author, story.submenu, story.image_caption), '',
    story.body, public, search_sections(story.category_id, story.sub_category_id), story.language, story.version_group);
END $fn$;
--> statement-breakpoint
DROP FUNCTION search_put(text, integer, integer, text, integer, timestamptz, text, text, text, text, text, boolean);--> statement-breakpoint
-- `language` is that of the stemmer, `of_language` the document's own, which is unknown for pages and submissions.
CREATE FUNCTION search_put(kind text, ref integer, page integer, audience text, category_id integer, published_at timestamptz, language text, title text, names text, contact text, body text,
  note boolean DEFAULT true, sections tsvector DEFAULT '', of_language text DEFAULT NULL, version_group integer DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $fn$
DECLARE
  title_words text := search_fold(title);
  body_words text := search_fold(left(body, 200000));
BEGIN
  INSERT INTO search_documents (kind, ref, page, audience, category_id, language, version_group, published_at, title, vector)
  VALUES (kind, ref, page, audience, category_id, of_language, version_group, published_at, ' ' || title_words,
    sections || search_vector(title_words, language, 'A') || search_vector(search_fold(names), language, 'B')
      || CASE contact WHEN '' THEN ''::tsvector ELSE search_vector(search_fold(contact), language, 'C') END
      || search_vector(body_words, language, 'D'))
  ON CONFLICT ON CONSTRAINT search_documents_key DO UPDATE SET audience = excluded.audience, category_id = excluded.category_id,
    language = excluded.language, version_group = excluded.version_group, published_at = excluded.published_at,
    title = excluded.title, vector = excluded.vector;
  -- The essay of a submission has the same words and more.
  IF note THEN PERFORM search_note_terms(title_words || ' ' || body_words); END IF;
END $fn$;
--> statement-breakpoint
-- A story that only moves to another section, or gets a version in another language, keeps its document's words: indexing
-- them takes 2 ms, and merging a category moves thousands of stories at once.
CREATE OR REPLACE FUNCTION search_story_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'story' AND d.ref = OLD.id;
  ELSIF TG_OP = 'UPDATE'
    AND (NEW.title, NEW.body, NEW.author, NEW.submenu, NEW.image_caption, NEW.language, NEW.status, NEW.created_at, NEW.deleted_at)
      IS NOT DISTINCT FROM
      (OLD.title, OLD.body, OLD.author, OLD.submenu, OLD.image_caption, OLD.language, OLD.status, OLD.created_at, OLD.deleted_at)
  THEN
    IF (NEW.category_id, NEW.sub_category_id, NEW.version_group)
      IS DISTINCT FROM (OLD.category_id, OLD.sub_category_id, OLD.version_group)
    THEN
      UPDATE search_documents d SET category_id = NEW.category_id, version_group = NEW.version_group,
        vector = search_sections(NEW.category_id, NEW.sub_category_id)
          || ts_delete(vector, tsvector_to_array(search_sections(OLD.category_id, OLD.sub_category_id)))
      WHERE d.kind = 'story' AND d.ref = NEW.id;
    END IF;
  ELSE
    PERFORM search_put_story(NEW);
  END IF;
  RETURN NULL;
END $fn$;
--> statement-breakpoint
DROP TRIGGER stories_searched ON stories;--> statement-breakpoint
CREATE TRIGGER stories_searched AFTER INSERT OR DELETE
  OR UPDATE OF title, body, author, submenu, image_caption, category_id, sub_category_id, language, version_group, status, created_at, deleted_at
  ON stories FOR EACH ROW EXECUTE FUNCTION search_story_changed();
--> statement-breakpoint
UPDATE search_documents d SET language = s.language, version_group = s.version_group,
  vector = search_sections(s.category_id, s.sub_category_id) || vector
FROM stories s WHERE d.kind = 'story' AND d.ref = s.id;
