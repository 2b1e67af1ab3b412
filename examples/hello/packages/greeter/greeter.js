var fallback = 'Hello, whoever you are';

Greeter = {
  greet: function (whom) {
    return (phrases[whom] || fallback) + (Meteor.isServer ? ', says the server' : ', says the client');
  },
};
