// The thread of the embedded database as a module of its own, so that a bundler puts it into a file of its own.
import '@bolide/embedded-mongo/worker';
