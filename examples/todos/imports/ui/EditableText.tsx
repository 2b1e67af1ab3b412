import { useState } from 'react';

interface Props {
  readonly text: string;
  readonly label: string;
  readonly maxLength: number;
  readonly onChange: (text: string) => void;
}

/** Text that a double click, or the Enter key, makes a field. */
export function EditableText({ text, label, maxLength, onChange }: Props) {
  const [draft, setDraft] = useState<string | undefined>(undefined);

  if (draft === undefined) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button would lose the text's own looks
      <span
        className="text"
        role="button"
        tabIndex={0}
        title="Double-click to change"
        onDoubleClick={() => setDraft(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setDraft(text);
        }}
      >
        {text}
      </span>
    );
  }
  const finish = () => {
    const changed = draft.trim();
    setDraft(undefined);
    if (changed && changed !== text) onChange(changed);
  };
  return (
    <input
      className="edit"
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
      autoFocus
      value={draft}
      maxLength={maxLength}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}
