import { Meteor } from 'meteor/meteor';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../imports/api/methods';
import { App } from '../imports/ui/App';

Meteor.startup(() => {
  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no element #app.');
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
