import { SessionCollectionView } from './merge-box/collection-view.js';
import { SessionDocumentView } from './merge-box/document-view.js';
import { calculateVersion } from './meteor-server.js';
import { publicationStrategies } from './publication-strategies.js';
import { Crossbar, invalidationCrossbar } from './write-fence/crossbar.js';
import { currentWriteFence, getCurrentFence } from './write-fence/current-fence.js';
import { WriteFence } from './write-fence/write-fence.js';

/** What packages use of the DDP server beside `Meteor.server`. */
export const DDPServer = {
  publicationStrategies,
  _WriteFence: WriteFence,
  _CurrentWriteFence: currentWriteFence,
  _getCurrentFence: getCurrentFence,
  _Crossbar: Crossbar,
  _InvalidationCrossbar: invalidationCrossbar,
  _SessionCollectionView: SessionCollectionView,
  _SessionDocumentView: SessionDocumentView,
  _calculateVersion: calculateVersion,
};
