import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '#src/ui/dialog.tsx';

/** A dialog with a form of its own: outside of the story form in the page, and its submission is not the story's. */
export function EditorDialog(props: { title: string; onClose(): void; onSubmit(): void; children: ReactNode }) {
  const { title, onClose, onSubmit, children } = props;
  return createPortal(
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // React's events go up through its tree, to the story form
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>,
    document.body,
  );
}
