//! What `/api/openapi.json` says of all routes alike: how somebody signs in, and the errors that
//! follow from what a route takes. Handlers describe the rest, also that they may refuse (422).

use utoipa::OpenApi;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, Object, Schema, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    Components, Content, OpenApi as Description, PathItem, Ref, RefOr, Response, ResponseBuilder,
};

use crate::people::COOKIE;
use crate::wire::{ClientMessage, Notice, Problem, ServerMessage};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bellwether",
        description = "Board games of sheep and whiskey. Texts have no NUL character in them."
    ),
    servers((url = "/", description = "The server that gives this description")),
    components(schemas(ClientMessage, Notice, Problem, ServerMessage)),
    tags(
        (name = "games", description = "What can be played."),
        (name = "tables", description = "Tables: each is a log of numbered entries."),
        (name = "today", description = "The day's deal: the same draws for everyone."),
        (name = "people", description = "Accounts, results and ratings."),
        (name = "programs", description = "Programs that people let play."),
        (name = "webhooks", description = "Being told that it is one's turn."),
        (name = "live", description = "The WebSocket."),
        (name = "admin", description = "For whoever runs the server."),
    )
)]
struct Api;

/// The description before any route is added.
pub(super) fn start() -> Description {
    Api::openapi()
}

/// Adds what follows from the routes.
pub(super) fn complete(description: &mut Description) {
    for item in description.paths.paths.values_mut() {
        let (harmless, changing) = operations(item);
        for operation in harmless {
            add_errors(operation, false);
        }
        for operation in changing {
            add_errors(operation, true);
        }
    }
    let components = description.components.get_or_insert_default();
    for error in &ERRORS {
        components.responses.insert(error.name.to_owned(), error.response().into());
    }
    for name in STRICT {
        close(components, name);
    }
    add_security(components);
}

/// Those that only read, and those that change something.
fn operations(item: &mut PathItem) -> (Vec<&mut Operation>, Vec<&mut Operation>) {
    let PathItem { get, put, post, delete, .. } = item;
    (get.iter_mut().collect(), [put, post, delete].into_iter().flatten().collect())
}

/// The ways to sign in, as the `security` of a route names them.
const SESSION: &str = "session";
const PROGRAM: &str = "program";
const OPERATOR: &str = "operator";

fn add_security(components: &mut Components) {
    let cookie = "Whoever says hello (`POST /api/me`) or signs in is given this cookie.";
    let cookie = ApiKeyValue::with_description(COOKIE, cookie);
    components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let bearer = |about: &str| {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about));
        SecurityScheme::Http(bearer.build())
    };
    let token = "A program's token, which `POST /api/me/programs` tells once.";
    components.add_security_scheme(PROGRAM, bearer(token));
    let secret = "The secret in the server's settings.";
    components.add_security_scheme(OPERATOR, bearer(secret));
}

/// An error, and which routes give it by themselves.
struct Error {
    status: u16,
    name: &'static str,
    about: &'static str,
    of: fn(&Takes) -> bool,
}

const ERRORS: [Error; 11] = [
    Error {
        status: 400,
        name: "NotUnderstood",
        about: "The body, the query or the address cannot be understood.",
        of: |_| true,
    },
    Error {
        status: 401,
        name: "NotSignedIn",
        about: "Nobody is signed in, or the token is not good.",
        of: |takes| takes.anyone,
    },
    Error {
        status: 403,
        name: "Forbidden",
        about: "It comes from a page of another site, or is for people and not for programs.",
        of: |takes| takes.changes || takes.people_only,
    },
    Error {
        status: 404,
        name: "NotFound",
        about: "There is no such thing.",
        of: |takes| takes.path || takes.operator,
    },
    Error {
        status: 408,
        name: "TooSlow",
        about: "The request was not complete, or not answered, in time.",
        of: |_| true,
    },
    Error {
        status: 413,
        name: "TooLarge",
        about: "The body is larger than 64 KiB.",
        of: |takes| takes.body,
    },
    Error {
        status: 415,
        name: "NotJson",
        about: "The body is not said to be JSON.",
        of: |takes| takes.body,
    },
    Error {
        status: 422,
        name: "Refused",
        about: "It was understood, but is not allowed as things stand.",
        of: |_| false,
    },
    Error { status: 429, name: "TooMany", about: "That is too often.", of: |_| true },
    Error { status: 500, name: "Failed", about: "The server is at fault.", of: |_| true },
    Error {
        status: 503,
        name: "Unavailable",
        about: "The server stops, or its database does not answer.",
        of: |_| true,
    },
];

impl Error {
    fn response(&self) -> Response {
        let problem = Content::new(Some(Ref::from_schema_name("Problem")));
        let response = ResponseBuilder::new().description(self.about);
        let response = response.content("application/json", problem);
        if !matches!(self.status, 429 | 503) {
            return response.build();
        }
        let seconds = HeaderBuilder::new()
            .schema(Some(Object::with_type(Type::Integer)))
            .description(Some("In how many seconds to try again."));
        response.header("Retry-After", seconds.build()).build()
    }
}

/// What a route takes, which decides how it can fail.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Takes {
    body: bool,
    path: bool,
    /// It changes something.
    changes: bool,
    /// It looks at who asks.
    anyone: bool,
    people_only: bool,
    operator: bool,
}

impl Takes {
    fn of(operation: &Operation, changes: bool) -> Self {
        let parameters = operation.parameters.iter().flatten();
        let places: Vec<&ParameterIn> = parameters.filter_map(place).collect();
        let security = operation.security.as_deref().unwrap_or_default();
        let asks = |name| security.contains(&SecurityRequirement::new(name, [""; 0]));
        Self {
            body: operation.request_body.is_some(),
            path: places.contains(&&ParameterIn::Path),
            changes,
            anyone: [SESSION, PROGRAM, OPERATOR].into_iter().any(asks),
            people_only: asks(SESSION) && !asks(PROGRAM),
            operator: asks(OPERATOR),
        }
    }
}

fn place(parameter: &RefOr<Parameter>) -> Option<&ParameterIn> {
    if let RefOr::T(parameter) = parameter { Some(&parameter.parameter_in) } else { None }
}

fn add_errors(operation: &mut Operation, changes: bool) {
    let takes = Takes::of(operation, changes);
    let responses = &mut operation.responses.responses;
    for (status, response) in &mut *responses {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            success(status).clone_into(&mut response.description);
        }
    }
    for error in &ERRORS {
        let status = error.status.to_string();
        if (error.of)(&takes) || responses.contains_key(&status) {
            responses.insert(status, Ref::from_response_name(error.name).into());
        }
    }
}

/// What is said of an answer that says nothing of itself.
fn success(status: &str) -> &'static str {
    match status {
        "201" => "It was made.",
        "204" => "It is done.",
        _ => "As asked.",
    }
}

/// Choices of which each takes the fields that it names and no others.
const STRICT: [&str; 4] = ["ClientMessage", "ClockSpec", "Command", "SeatSpec"];

fn close(components: &mut Components, name: &str) {
    let Some(RefOr::T(Schema::OneOf(choices))) = components.schemas.get_mut(name) else { return };
    for choice in &mut choices.items {
        if let RefOr::T(Schema::Object(object)) = choice {
            object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
    }
}
