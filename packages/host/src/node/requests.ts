import type { Server } from 'node:http';
import type { Application } from '../host.js';
import { createByteMemory } from '../node-style/file-bytes.js';
import { createStages } from '../node-style/stages.js';
import { NodeRequestInfo } from './request-info.js';
import { sendFromDisk } from './send-from-disk.js';
import { webRequest } from './web-request.js';

/** Takes the requests of an HTTP server through the stages of an application. */
export function serveRequests(
  httpServer: Server,
  application: Application,
  state: { readonly isStopping: boolean },
): void {
  const stages = createStages(application, createByteMemory(), {
    makeInfo: (request, path) => new NodeRequestInfo(request, path, application.forwardedCount),
    webRequest,
    sendFromDisk,
  });
  httpServer.on('request', (request, response) => {
    // No further request on a connection that is about to be closed.
    if (state.isStopping) response.shouldKeepAlive = false;
    stages.start(request, response);
  });
}
