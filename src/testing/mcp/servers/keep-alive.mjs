// A server of Node ends a connection that nobody used for five seconds. A test
// that has no time for so long would send its next call into one that is just
// ending; a browser asks again then, and Node's `fetch` does not. Loaded before
// each server of ours.
import { Server } from 'node:http';

const { listen } = Server.prototype;
Server.prototype.listen = function (...where) {
  this.keepAliveTimeout = 0;
  return listen.apply(this, where);
};
