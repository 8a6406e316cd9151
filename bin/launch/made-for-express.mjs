/**
 * Preloaded into the console, ahead of remix-serve: a request and its answer are made with the prototypes that Express gives each of them once it has
 * it. To V8 an object whose prototype was changed is one of a kind: each property that is added to it later made a shape of its own, 20 kB a request
 * which only a collection of the whole heap takes away again.
 */
import http from 'node:http'

const { createServer } = http
http.createServer = (...about) => {
  const app = about.at(-1)
  if (typeof app !== 'function' || !app.request || !app.response) return createServer(...about)
  const classes = {
    IncomingMessage: withPrototype(http.IncomingMessage, app.request),
    ServerResponse: withPrototype(http.ServerResponse, app.response),
  }
  return createServer(classes, app)
}

function withPrototype(Base, prototype) {
  function Made(...values) {
    Base.apply(this, values)
  }
  Made.prototype = prototype
  return Made
}
