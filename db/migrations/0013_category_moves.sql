-- A story that only moves to another category keeps its document's words: indexing them takes 2 ms, and merging a category
-- moves thousands of stories at once.
CREATE OR REPLACE FUNCTION search_story_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_documents d WHERE d.kind = 'story' AND d.ref = OLD.id;
  ELSIF TG_OP = 'UPDATE'
    AND (NEW.title, NEW.body, NEW.author, NEW.submenu, NEW.image_caption, NEW.language, NEW.status, NEW.created_at, NEW.deleted_at)
      IS NOT DISTINCT FROM
      (OLD.title, OLD.body, OLD.author, OLD.submenu, OLD.image_caption, OLD.language, OLD.status, OLD.created_at, OLD.deleted_at)
  THEN
    UPDATE search_documents d SET category_id = NEW.category_id
    WHERE d.kind = 'story' AND d.ref = NEW.id AND d.category_id IS DISTINCT FROM NEW.category_id;
  ELSE
    PERFORM search_put_story(NEW);
  END IF;
  RETURN NULL;
END $fn$;
