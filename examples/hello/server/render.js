import { onPageLoad } from 'meteor/server-render';

onPageLoad((sink) => {
  const seconds = Math.round(process.uptime());
  sink.renderIntoElementById('rendered-on-server', `Rendered by a server that has been up for ${seconds} s.`);
});
