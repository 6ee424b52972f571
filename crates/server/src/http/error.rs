//! The one error type of the HTTP edge: a status and a sentence. What concerns only us is logged
//! and not shown.

use std::any::Any;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::people::PeopleError;
use crate::store::StoreError;
use crate::tables::TableError;
use crate::wire::Problem;

/// What is told of a table that cannot be read.
pub(crate) const UNREADABLE: &str =
    "what is stored here cannot be read: tell whoever runs this server";

/// Why a request was not answered as asked.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// The request cannot be understood.
    BadRequest(String),
    /// Somebody has to be somebody for this.
    NobodyIsSignedIn,
    /// The token is nobody's.
    WrongToken,
    /// Not for this person, or not from there.
    Forbidden(&'static str),
    /// There is no such thing.
    NotFound,
    /// There is, but nothing comes of asking for it in this way.
    WrongMethod,
    /// It was understood, but is not allowed as things stand.
    Refused(String),
    /// It did not come, or was not answered, in time.
    TooSlow,
    /// The body is larger than anything that is asked for.
    TooLarge,
    /// The body is not said to be JSON.
    NotJson,
    /// Too often.
    TooMany,
    /// Too many answers are on their way to the same address.
    Unread,
    /// Too much is under way that takes long.
    Busy,
    /// The server is at fault.
    Failed,
    /// The database failed; it may work again soon.
    Unavailable,
    /// What is stored there cannot be read; the database works.
    Damaged,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::NobodyIsSignedIn | Self::WrongToken => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooMany | Self::Unread => StatusCode::TOO_MANY_REQUESTS,
            Self::Failed | Self::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// What the person is told.
    pub(crate) fn sentence(self) -> String {
        match self {
            Self::BadRequest(reason) | Self::Refused(reason) => reason,
            Self::NobodyIsSignedIn => "say hello first: POST /api/me".to_owned(),
            Self::WrongToken => "this token is not good, or not any more".to_owned(),
            Self::Forbidden(reason) => reason.to_owned(),
            Self::NotFound => "there is no such thing here".to_owned(),
            Self::WrongMethod => {
                "this address takes other methods: /api/openapi.json has them".to_owned()
            }
            Self::TooSlow => "this takes too long: try again in a moment".to_owned(),
            Self::TooLarge => "this is too large: at most 64 KiB are read".to_owned(),
            Self::NotJson => "say that it is JSON: `content-type: application/json`".to_owned(),
            Self::Failed => "the server has made a mistake, which is in its log".to_owned(),
            Self::TooMany => "that is too often: wait a moment".to_owned(),
            Self::Unread => {
                "too much was asked for from your address and not read yet: read that first"
                    .to_owned()
            }
            Self::Busy => TableError::Busy.to_string(),
            Self::Unavailable => "the server has a problem: try again in a moment".to_owned(),
            Self::Damaged => UNREADABLE.to_owned(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, wait) = (
            self.status(),
            matches!(self, Self::TooMany | Self::Unread | Self::Busy | Self::Unavailable),
        );
        let mut response = (status, Json(Problem { error: self.sentence() })).into_response();
        if wait {
            let seconds = HeaderValue::from_static("2");
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// The answer when a handler has panicked. The panic itself is reported where it happens.
pub(super) fn panicked(_: Box<dyn Any + Send>) -> Response {
    ApiError::Failed.into_response()
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Damaged(_) => Self::Damaged,
            _ => Self::Unavailable,
        }
    }
}

impl From<TableError> for ApiError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::NotFound => Self::NotFound,
            TableError::Refused(refusal) => Self::Refused(refusal.to_string()),
            TableError::Busy => Self::Busy,
            TableError::Store(error) => error.into(),
            TableError::Damaged(error) => {
                tracing::error!(%error, "a log is damaged");
                Self::Damaged
            }
        }
    }
}

impl From<PeopleError> for ApiError {
    fn from(error: PeopleError) -> Self {
        match error {
            PeopleError::Refused(_) | PeopleError::WrongPassword => {
                Self::Refused(error.to_string())
            }
            PeopleError::Busy => Self::TooMany,
            PeopleError::Store(error) => error.into(),
        }
    }
}
